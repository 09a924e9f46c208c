// In which tick after the handler each event of a request and its response comes, for ways to answer it.
'use strict';
const http = require('http');
const net = require('net');

const ways = {
  end(req, res) { res.end('hi'); },
  'end with callback'(req, res, log) { res.end('hi', () => log('callback')); },
  'empty end'(req, res) { res.end(); },
  buffer(req, res) { res.end(Buffer.from('x')); },
  'write and end'(req, res, log) {
    log(`write=${res.write('a', () => log('write callback'))}`);
    res.end('b', () => log('end callback'));
  },
  'two writes'(req, res, log) {
    res.write('a', () => log('first'));
    res.write('b', () => log('second'));
    res.end(() => log('end callback'));
  },
  'end in a tick'(req, res, log) {
    res.write('a', () => log('written'));
    process.nextTick(() => {
      log('tick');
      res.write('b');
      res.end('c');
    });
  },
  'end in an immediate'(req, res, log) {
    res.write('a', () => log('written'));
    setImmediate(() => {
      log('immediate');
      res.write('b');
      res.write('c');
      res.end();
    });
  },
  'known length'(req, res) {
    res.setHeader('Content-Length', 2);
    res.write('a');
    res.end('b');
  },
  'flushed headers'(req, res) {
    res.flushHeaders();
    res.end('b');
  },
  'no content'(req, res) { res.writeHead(204).end(); },
  resumed(req, res) {
    req.resume();
    res.end('x');
  },
  'after the body'(req, res, log) {
    req.on('data', (data) => log(`data ${data}`));
    req.on('end', () => {
      log('second end');
      res.end('x');
    });
  },
  microtask(req, res, log) {
    Promise.resolve().then(() => {
      log('microtask');
      res.end('hi');
    });
  },
  'response destroyed'(req, res) { res.destroy(); },
  'request destroyed'(req) { req.destroy(); },
  'socket destroyed'(req) { req.socket.destroy(); },
};

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';
const bits = (...values) => values.map(Number).join('');

function run(name, request) {
  return new Promise((resolve) => {
    let turn = 0;
    const lines = [];
    const log = (text) => lines.push(`${turn}:${text}`);
    const server = http.createServer((req, res) => {
      let left = 12;
      const count = () => {
        turn++;
        if (--left > 0) process.nextTick(count);
      };
      process.nextTick(count);
      setImmediate(() => { turn = 100; });
      for (const event of ['finish', 'prefinish', 'close', 'error', 'drain']) {
        res.on(event, () => log(`response ${event} ` +
          bits(!!res.socket, res.writableFinished, res.destroyed, req.destroyed, req.readableEnded)));
      }
      for (const event of ['end', 'close', 'aborted', 'error']) {
        req.on(event, (value) => log(`request ${event}${value?.code ?? ''} ${bits(req.destroyed, req.readableEnded, req.complete)}`));
      }
      ways[name](req, res, log);
      log(`sync ${bits(res.writableFinished, res.writableEnded, res.headersSent, !!res.socket, res.destroyed, res.closed)} ` +
        res.writableLength);
    });
    server.listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1');
      let answer = '';
      client.on('data', (data) => { answer += data; });
      client.on('error', () => {});
      client.write(request);
      setTimeout(() => {
        client.destroy();
        server.close(() => resolve(`${name}\n  ${lines.join('\n  ')}\n  ${JSON.stringify(answer.replace(/Date: [^\r]*/, 'Date: D'))}`));
      }, 500);
    });
  });
}

(async () => {
  for (const request of [get, post]) {
    console.log(JSON.stringify(request));
    const texts = await Promise.all(Object.keys(ways).map((name) => run(name, request)));
    console.log(texts.join('\n'));
  }
})();
