// What a server does beside answering: expectations, informational answers, upgrades, limits, headers.
'use strict';
const http = require('http');
const net = require('net');

const log = (...words) => console.log(...words);
const hide = (text) => text.replace(/Date: [^\r]*/g, 'Date: D');
const events = (emitter, name, list) => list.forEach((event) => emitter.on(event, (value) =>
  log(' ', name, event, value instanceof Error ? `${value.code} ${value.message}` : '')));

// Runs a server on raw requests, each on its own connection, and shows what comes back.
function scene(name, options, listener, requests, more) {
  return new Promise((resolve) => {
    log('===', name);
    const server = http.createServer(options, listener);
    more?.(server);
    server.listen(0, '127.0.0.1', async () => {
      for (const request of requests) await ask(server, request);
      server.close(() => {
        log('closed', server.listening);
        resolve();
      });
    });
  });
}

function ask(server, request) {
  return new Promise((resolve) => {
    const client = net.connect(server.address().port, '127.0.0.1');
    let text = '';
    client.setEncoding('latin1');
    client.on('data', (data) => {
      text += data;
      if (text.includes('UPGRADED')) client.end('after');
    });
    client.on('error', (error) => log('client error', error.code));
    client.on('close', () => {
      log(JSON.stringify(hide(text)));
      setImmediate(resolve);
    });
    client.write(request, 'latin1');
  });
}

const get = (path, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`;
const post = (headers, body) => `POST /p HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n${body}`;

const attempt = (name, body) => {
  try {
    body();
    log(' ', name, 'fine');
  } catch (error) {
    log(' ', name, error.name, error.code, error.message);
  }
};

(async () => {
  await scene('expect', {}, (req, res) => {
    log('request', req.headers.expect, res._expect_continue);
    req.on('data', (data) => log('data', String(data)));
    req.on('end', () => res.end('thanks'));
  }, [post('Expect: 100-continue\r\nContent-Length: 3\r\n', 'abc'), post('Expect: nothing\r\nContent-Length: 3\r\n', 'abc')]);

  await scene('checkContinue', {}, () => log('never'), [
    post('Expect: 100-continue\r\nContent-Length: 3\r\n', 'abc'), post('Expect: other\r\n\r\n', ''),
  ], (server) => {
    server.on('checkContinue', (req, res) => {
      log('checkContinue');
      res.writeHead(413);
      res.end('no');
    });
    server.on('checkExpectation', (req, res) => {
      log('checkExpectation', req.headers.expect);
      res.statusCode = 200;
      res.end();
    });
  });

  await scene('information', {}, (req, res) => {
    res.writeProcessing();
    res.writeEarlyHints({ 'link': '</a.css>; rel=preload; as=style', 'x-trace': 'id' });
    attempt('hints', () => res.writeEarlyHints({ link: 'bad' }));
    if (res.writeInformation) res.writeInformation(103, { a: 'b' });
    res.end('done');
  }, [get('/')]);

  await scene('upgrade', {}, (req, res) => {
    log('request', req.url, req.upgrade);
    res.end('plain');
  }, [get('/none', 'Upgrade: x\r\n'), 'GET /u HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: y\r\n\r\nfirst'], (server) => {
    server.on('upgrade', (req, socket, head) => {
      log('upgrade', req.url, req.headers.upgrade, String(head), socket.readableFlowing);
      socket.write('HTTP/1.1 101 Switching\r\n\r\nUPGRADED');
      socket.on('data', (data) => log('socket data', String(data)));
      socket.on('end', () => socket.end());
    });
  });

  await scene('connect', {}, () => log('never'), ['CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\nrest'], (server) => {
    server.on('connect', (req, socket, head) => {
      log('connect', req.method, req.url, String(head));
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    });
  });

  await scene('no upgrade listener', {}, (req, res) => {
    log('request', req.url, req.upgrade);
    res.end('plain');
  }, ['GET /u HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: y\r\n\r\n']);

  await scene('headers', { joinDuplicateHeaders: true, uniqueHeaders: ['x-u'] }, (req, res) => {
    log(JSON.stringify(req.headers), JSON.stringify(req.headersDistinct), JSON.stringify(req.rawHeaders));
    attempt('name', () => res.setHeader('a b', 'c'));
    attempt('value', () => res.setHeader('a', 'c\n'));
    attempt('undefined', () => res.setHeader('a'));
    attempt('status', () => res.writeHead(99));
    attempt('message', () => res.writeHead(200, 'a\nb'));
    attempt('trailers', () => res.addTrailers({ 'a b': 'c' }));
    attempt('chunk', () => res.write(3));
    attempt('null', () => res.write(null));
    attempt('getHeader', () => res.getHeader(1));
    attempt('setHeaders', () => res.setHeaders([1]));
    res.setHeader('X-List', ['1', '2']);
    res.setHeader('x-u', ['3', '4']);
    res.setHeader('Cookie', ['5', '6']);
    res.setHeader('Set-Cookie', ['7', '8']);
    res.appendHeader('X-List', '9');
    res.appendHeader('x-new', ['a', 'b']);
    res.setHeaders(new Map([['from-map', 'm']]));
    log(res.getHeaderNames(), res.getRawHeaderNames(), res.getHeaders(), res.hasHeader('X-LIST'), res.getHeader('x-list'));
    res.removeHeader('x-new');
    res.removeHeader('date');
    res.statusMessage = 'Very Fine';
    res.writeHead(201, { 'Extra': 'e', 'x-list': 'replaced' });
    attempt('again', () => res.writeHead(200));
    attempt('late', () => res.setHeader('a', 'b'));
    attempt('late remove', () => res.removeHeader('a'));
    res.end('x');
    attempt('header after', () => res.flushHeaders());
  }, [get('/h', 'A: 1\r\na: 2\r\nHost: b\r\nCookie: c=1\r\nCookie: d=2\r\nSet-Cookie: e\r\nSet-Cookie: f\r\nAge: 1\r\nAge: 2\r\n')]);

  await scene('trailers', {}, (req, res) => {
    req.resume();
    req.on('end', () => {
      log(req.trailers, req.rawTrailers, req.trailersDistinct, req.complete);
      res.writeHead(200, { 'Trailer': 'X-After' });
      res.write('body');
      res.addTrailers({ 'X-After': 'yes' });
      res.end();
    });
  }, [post('Transfer-Encoding: chunked\r\nTrailer: t\r\n', '3\r\nabc\r\n0\r\nT: u\r\nT: v\r\n\r\n')]);

  await scene('limits', { maxHeaderSize: 200 }, (req, res) => {
    log('request', req.rawHeaders.length, Object.keys(req.headers).length);
    res.end();
  }, [get('/', 'A: 1\r\nB: 2\r\nC: 3\r\n'), get('/', `A: ${'x'.repeat(300)}\r\n`)], (server) => { server.maxHeadersCount = 2; });

  await scene('requests per socket', { keepAliveTimeout: 3000 }, (req, res) => res.end(req.url), [
    [1, 2, 3].map((i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''),
  ], (server) => {
    server.maxRequestsPerSocket = 2;
    server.on('dropRequest', (req) => log('dropRequest', req.url));
  });

  await scene('bodies', {}, (req, res) => {
    if (req.url === '/head') res.end('not sent');
    else if (req.url === '/204') res.writeHead(204).end('not sent');
    else if (req.url === '/304') res.writeHead(304).end();
    else if (req.url === '/length') res.writeHead(200, { 'Content-Length': 5 }).end('12345');
    else if (req.url === '/utf8') res.end('héllo €');
    else if (req.url === '/latin1') res.end('hé', 'latin1');
    else if (req.url === '/buffer') res.end(Buffer.from([1, 2, 255]));
    else if (req.url === '/many') ['a', 'b', 'c'].forEach((part, i) => (i === 2 ? res.end(part) : res.write(part)));
    else if (req.url === '/hex') res.end('616263', 'hex');
    else if (req.url === '/cork') {
      res.cork();
      res.write('x');
      res.write('y');
      setImmediate(() => {
        res.uncork();
        res.end('z');
      });
    } else if (req.url === '/raw') {
      res.writeHead(200, ['A', '1', 'a', '2', 'Content-Length', '2']).end('ok');
    } else if (req.url === '/removed') {
      res.removeHeader('connection');
      res.removeHeader('content-length');
      res.removeHeader('transfer-encoding');
      res.end('until the end');
    }
  }, ['HEAD /head HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', ...['204', '304', 'length', 'utf8', 'latin1', 'buffer', 'many', 'hex',
    'cork', 'raw', 'removed'].map((path) => get(`/${path}`)), 'GET /many HTTP/1.0\r\n\r\n', 'GET /length HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /length HTTP/1.0\r\n\r\n']);

  await scene('after the end', {}, (req, res) => {
    events(res, 'response', ['error', 'finish', 'close']);
    res.end('x', () => log('  end callback'));
    log(' ', res.write('y', (error) => log('  write callback', error && error.code)));
    res.end('z', (error) => log('  second end', error && error.code));
    res.end((error) => log('  third end', error && error.code));
  }, [get('/')]);

  await scene('destroyed', {}, (req, res) => {
    events(req, 'request', ['error', 'aborted', 'close', 'end']);
    events(res, 'response', ['error', 'finish', 'close']);
    if (req.url === '/res') res.destroy();
    else if (req.url === '/req') req.destroy();
    else if (req.url === '/error') res.destroy(new Error('mine'));
    else if (req.url === '/socket') req.socket.destroy();
    else if (req.url === '/half') {
      res.write('part');
      setImmediate(() => res.destroy());
    }
  }, ['res', 'req', 'error', 'socket', 'half'].map((path) => get(`/${path}`)));
})();
