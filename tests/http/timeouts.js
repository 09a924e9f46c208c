// Times that run out: idle connections, heads and bodies that do not come, sockets, and closing servers.
'use strict';
const http = require('http');
const net = require('net');

const log = (...words) => console.log(...words);
const hide = (text) => text.replace(/Date: [^\r]*/g, 'Date: D');

function client(server, text, { then } = {}) {
  return new Promise((resolve) => {
    const socket = net.connect(server.address().port, '127.0.0.1');
    const started = Date.now();
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (data) => { answer += data; });
    socket.on('error', () => {});
    socket.on('close', () => {
      const ms = Date.now() - started;
      setTimeout(() => resolve({ answer: hide(answer), ms }), 30);
    });
    socket.write(text);
    if (then) setTimeout(() => socket.write(then), 30);
  });
}

const listen = (options, listener) => new Promise((resolve) => {
  const server = http.createServer(options, listener);
  server.listen(0, '127.0.0.1', () => resolve(server));
});
const closed = (server) => new Promise((resolve) => server.close(resolve));
const around = (ms, low, high) => (ms >= low && ms < high ? `${low}..${high}` : `${ms}, not ${low}..${high}`);

(async () => {
  const idle = await listen({ keepAliveTimeout: 100, keepAliveTimeoutBuffer: 50 }, (req, res) => res.end('x'));
  idle.on('timeout', () => log('never heard by this server'));
  idle.removeAllListeners('timeout');
  const kept = await client(idle, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  log('idle', around(kept.ms, 100, 900), kept.answer);
  await closed(idle);

  const slow = await listen({ headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 }, (req, res) => {
    log('request', req.url);
    req.on('error', (error) => log('request error', error.code));
    req.on('close', () => log('request close', req.destroyed));
    req.resume();
    req.on('end', () => res.end('done'));
  });
  const head = await client(slow, 'GET / HTTP/1.1\r\n', { then: 'Host: a\r\n' });
  log('head', around(head.ms, 90, 900), head.answer);
  const nothing = await client(slow, '');
  log('nothing', around(nothing.ms, 90, 900), nothing.answer);
  const body = await client(slow, 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
  log('body', around(body.ms, 190, 1200), body.answer);
  slow.on('clientError', (error, socket) => {
    log('clientError', error.code, error.message);
    socket.destroy();
  });
  await client(slow, 'GET /again HTTP/1.1\r\n');
  await closed(slow);

  const timed = await listen({}, (req, res) => {
    if (req.url === '/req') req.setTimeout(50, () => { log('request timeout'); res.end('late'); });
    else if (req.url === '/res') res.setTimeout(50, (socket) => { log('response timeout', socket === req.socket); res.end('late'); });
    else req.socket.setTimeout(50);
    res.on('close', () => log('response close', req.url));
  });
  log('req', (await client(timed, 'POST /req HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\n\r\n')).answer.split('\r\n')[0]);
  log('res', (await client(timed, 'GET /res HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).answer.split('\r\n')[0]);
  log('socket', JSON.stringify((await client(timed, 'GET /socket HTTP/1.1\r\nHost: a\r\n\r\n')).answer));
  timed.setTimeout(50, (socket) => { log('server timeout'); socket.destroy(); });
  log('server', timed.timeout, JSON.stringify((await client(timed, 'GET /server HTTP/1.1\r\nHost: a\r\n\r\n')).answer));
  await closed(timed);

  const closing = await listen({}, (req, res) => {
    if (req.url === '/all') closing.closeAllConnections();
    else if (req.url === '/idle') { closing.closeIdleConnections(); res.end('still here'); }
    else { res.write('part'); closing.close(() => log('server closed')); setTimeout(() => res.end('rest'), 50); }
  });
  closing.keepAliveTimeout = 200;
  log('all', JSON.stringify((await client(closing, 'GET /all HTTP/1.1\r\nHost: a\r\n\r\n')).answer));
  log('idle', JSON.stringify((await client(closing, 'GET /idle HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).answer.split('\r\n').at(-1)));
  log('closing', JSON.stringify((await client(closing, 'GET /close HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).answer.split('\r\n').slice(-6)));
  log(closing.listening);
  const disposable = await listen({}, () => {});
  await disposable[Symbol.asyncDispose]();
  log('disposed', disposable.listening);
})();
