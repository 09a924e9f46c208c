// fetch over HTTP: what is sent, what comes back, redirections, streams both ways, connections that are kept.
'use strict';

const net = require('net');

const hidden = (text) => String(text).replace(/127\.0\.0\.1:\d+/g, 'HOST').replace(/----formdata-undici-\d+/g, 'B').replace(/accept-encoding: gzip, deflate/, 'accept-encoding: X');
const show = (error) => (error instanceof Error ? `${error.name} ${error.code} ${hidden(error.message)}${error.cause === undefined ? '' : ` <- ${show(error.cause)}`}` : String(error));
const attempt = async (label, run) => {
  try {
    console.log(label, await run());
  } catch (error) {
    console.log(label, '!', show(error));
  }
};

// A server that calls back with each whole request: the head as text and the body by its length or chunks.
let connections = 0;
function serve(handler) {
  return new Promise((resolve) => {
    const sockets = new Set();
    const server = net.createServer((socket) => {
      connections++;
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      let received = '';
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        for (;;) {
          const end = received.indexOf('\r\n\r\n');
          if (end === -1) return;
          const head = received.slice(0, end);
          const length = /content-length: (\d+)/i.exec(head);
          let rest = received.slice(end + 4);
          if (/transfer-encoding: chunked/i.test(head)) {
            if (!rest.endsWith('0\r\n\r\n')) return;
            received = '';
          } else {
            const count = length === null ? 0 : +length[1];
            if (rest.length < count) return;
            received = rest.slice(count);
            rest = rest.slice(0, count);
          }
          handler(socket, head, rest);
        }
      });
    });
    server.listen(0, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${server.address().port}`, stop() { server.close(); for (const socket of sockets) socket.destroy(); } }));
  });
}
const reply = (socket, body, extra = '') => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${extra}\r\n${body}`);

(async () => {
  {
    const { url, stop } = await serve((socket, head, body) => reply(socket, hidden(head + '|' + body)));
    const text = async (path, init) => JSON.stringify(await (await fetch(url + path, init)).text());
    await attempt('get', () => text('/a?b#c'));
    await attempt('headers', () => text('/', { headers: { 'X-A': 'b', 'accept': 'x/y', 'User-Agent': 'me' } }));
    await attempt('post', () => text('/', { method: 'POST', body: 'abc' }));
    await attempt('no body', () => text('/', { method: 'POST' }));
    await attempt('put', () => text('/', { method: 'PUT', body: new Uint8Array([65, 66]) }));
    await attempt('delete', () => text('/', { method: 'DELETE' }));
    await attempt('params', () => text('/', { method: 'POST', body: new URLSearchParams({ a: 'b c' }) }));
    await attempt('stream', () => text('/', { method: 'POST', duplex: 'half', body: new ReadableStream({ start(c) { c.enqueue(Buffer.from('one')); c.enqueue(Buffer.from('three')); c.close(); } }) }));
    await attempt('iterable', () => text('/', { method: 'POST', duplex: 'half', body: (async function* () { yield Buffer.from('x'); })() }));
    const form = new FormData();
    form.append('k', 'v');
    await attempt('form', () => text('/', { method: 'POST', body: form }));
    await attempt('request', () => text('/', new Request(url, { method: 'PATCH', body: 'p', cache: 'no-cache' })));
    await attempt('failing stream', () => text('/', { method: 'POST', duplex: 'half', body: new ReadableStream({ pull(c) { c.error(new Error('source')); } }) }));
    stop();
  }
  {
    const before = connections;
    const { url, stop } = await serve((socket, head) => reply(socket, 'kept', head.includes('/close') ? 'Connection: close\r\n' : ''));
    for (let i = 0; i < 3; i++) await (await fetch(url)).text();
    console.log('one after another', connections - before <= 2);
    await Promise.all([0, 1, 2].map(async () => (await fetch(url)).text()));
    console.log('at once', connections - before <= 4);
    await (await fetch(`${url}/close`)).text();
    await (await fetch(url)).text();
    console.log('after close', connections - before >= 3);
    stop();
  }
  {
    const { url, stop } = await serve((socket, head, body) => {
      const { 1: method, 2: path } = /^(\S+) \/(\S*)/.exec(head);
      const to = (status, location) => socket.write(`HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 3\r\n\r\nxyz`);
      if (/^\d+$/.test(path)) to(path, '/end');
      else if (path === 'loop') to(302, '/loop');
      else if (path === 'relative') to(302, 'end?q');
      else if (path === 'other') to(302, `${url.replace('127.0.0.1', 'localhost')}/end`);
      else if (path === 'credentials') to(302, `${url.replace('//127.0.0.1', '//u:p@localhost')}/end`);
      else if (path === 'bad') to(302, 'http://');
      else if (path === 'ftp') to(302, 'ftp://a/');
      else if (path === 'fragment') to(302, '/end#own');
      else reply(socket, `${method} ${path} ${/content-type/.test(head)} ${/authorization/.test(head)} ${body}`);
    });
    const go = (path, init) => attempt(path, async () => {
      const response = await fetch(`${url}/${path}`, init);
      return `${response.status} ${response.redirected} ${hidden(response.url).replace(/localhost:\d+/, 'OTHER')} ${response.type} ${await response.text()}`;
    });
    for (const status of [301, 302, 303, 307, 308]) {
      await go(`${status}`);
      await go(`${status}`, { method: 'POST', body: 'b', headers: { authorization: 'x' } });
      await go(`${status}`, { method: 'PUT', body: 'b' });
    }
    await go('300');
    await go('304');
    await go('302', { redirect: 'manual' });
    await go('302', { redirect: 'error' });
    await go('loop');
    await go('relative');
    await go('fragment');
    await go('relative#mine');
    await go('other', { headers: { authorization: 'x' } });
    await go('credentials');
    await go('bad');
    await go('ftp');
    await go('307', { method: 'POST', duplex: 'half', body: new ReadableStream({ start(c) { c.enqueue(Buffer.from('s')); c.close(); } }) });
    stop();
  }
  {
    const raw = {
      'closed': '', 'garbage': 'garbage\r\n\r\n', 'cut head': 'HTTP/1.1 200 OK\r\nContent-', 'cut body': 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc',
      'cut chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab', 'until close': 'HTTP/1.1 200 OK\r\n\r\nabc',
      'chunked': 'HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: v\r\n\r\n',
      'bad chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab', 'bad length': 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nab',
      'both': 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 'continue': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      'hints': 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 'no content': 'HTTP/1.1 204 No Content\r\nX: y\r\n\r\n',
      'not modified': 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', 'odd': 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n', 'old': 'HTTP/1.0 200 OK\r\n\r\nold',
      'unknown encoding': 'HTTP/1.1 200 OK\r\nContent-Encoding: foo\r\nContent-Length: 3\r\n\r\nabc', 'latin1': 'HTTP/1.1 200 OK\r\nX: \xe9\r\nContent-Length: 0\r\n\r\n',
      'bare line end': 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', 'large head': `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(20000)}\r\nContent-Length: 0\r\n\r\n`,
      'cookies': 'HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nX: 1\r\nx: 2\r\nContent-Length: 0\r\n\r\n', 'no location': 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n',
      'no reason': 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n',
    };
    for (const label of Object.keys(raw)) {
      const { url, stop } = await serve((socket) => socket.end(raw[label], 'latin1'));
      await attempt(label, async () => {
        const response = await fetch(url);
        const body = await response.text().catch((error) => show(error));
        return `${response.status} ${response.statusText} ${response.ok} ${[...response.headers].map((pair) => pair.join('=')).join(' ')} [${body}] ${response.body === null}`;
      });
      stop();
    }
    const { url, stop } = await serve((socket) => socket.resetAndDestroy());
    await attempt('reset', () => fetch(url));
    stop();
    await attempt('head', async () => {
      const { url, stop } = await serve((socket, head) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\nX: y\r\n\r\n'));
      const response = await fetch(url, { method: 'HEAD' });
      stop();
      return `${response.headers.get('x')} ${response.body} [${await response.text()}]`;
    });
  }
  {
    const zlib = require('zlib');
    const codings = { 'gzip': zlib.gzipSync, 'x-gzip': zlib.gzipSync, 'deflate': zlib.deflateSync, 'br': zlib.brotliCompressSync, 'gzip, br': (data) => zlib.brotliCompressSync(zlib.gzipSync(data)) };
    for (const coding of Object.keys(codings)) {
      const bytes = codings[coding]('compressed '.repeat(100));
      const { url, stop } = await serve((socket) => { socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n\r\n`); socket.write(bytes); });
      await attempt(coding, async () => { const response = await fetch(url); return `${response.headers.get('content-encoding')} ${(await response.text()).length}`; });
      stop();
    }
    const { url, stop } = await serve((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope'));
    await attempt('not compressed', async () => (await fetch(url)).text().catch((error) => { throw new Error(`${error.name} ${error.message} ${error.cause?.code}`); }));
    stop();
  }
  for (const address of ['ftp://a/', 'file:///x', 'about:blank', 'blob:x', 'x:y', 'http://127.0.0.1:25/', 'data:nocomma', 'data:;base64,@@', '/relative', 'http://nope.invalid/']) await attempt(address, () => fetch(address));
  await attempt('data', async () => { const r = await fetch('data:text/x;charset=utf-8,a%20b'); return [r.status, r.statusText, r.type, r.url, [...r.headers], await r.text()]; });
  await attempt('blob', async () => {
    const address = URL.createObjectURL(new Blob(['hello'], { type: 'a/b' }));
    const response = await fetch(address);
    const text = await response.text();
    URL.revokeObjectURL(address);
    return [response.status, [...response.headers], text, await fetch(address).catch(show)];
  });
})();
