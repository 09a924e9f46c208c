// What is wrong with a request, what a server hears of it, and what the client is answered.
'use strict';
const http = require('http');
const net = require('net');

const start = 'POST / HTTP/1.1\r\nHost: a\r\n';
const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n`;
const cases = [
  'GET / HTTP/1.1\r\n\r\n',
  'get / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\nHost: a\n\n',
  'GET x HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.2\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\n Host: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\x00\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n',
  `${start}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
  `${start}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc`,
  `${start}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc`,
  `${start}Content-Length: +3\r\n\r\nabc`,
  `${start}Content-Length: \r\n\r\n`,
  `${start}Content-Length: 99999999999999999999\r\n\r\n`,
  `${start}Transfer-Encoding: gzip\r\n\r\nabc`,
  `${start}Transfer-Encoding: chunked, gzip\r\n\r\nabc`,
  `${chunked}x\r\n`,
  `${chunked}3 \r\nabc`,
  `${chunked}3\nabc\r\n0\r\n\r\n`,
  `${chunked}3\r\nabcd\r\n`,
  `${chunked}3;a b\r\nabc\r\n`,
  `${chunked}3;${'x'.repeat(17000)}\r\nabc\r\n`,
  `${chunked}fffffffffffffffff\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(17000)}\r\n\r\n`,
  `GET /${'y'.repeat(17000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nExpect: something\r\nConnection: close\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  '\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET /\r\n\r\n',
];

let log = [];

function run(server, name, done) {
  server.on('request', (req) => {
    log.push(`request ${req.method} ${req.url.slice(0, 20)}`);
    req.on('error', (error) => log.push(`request error ${error.code} ${error.message}`));
    req.on('aborted', () => log.push('request aborted'));
  });
  server.listen(0, '127.0.0.1', () => {
    let index = 0;
    const next = () => {
      if (index === cases.length) {
        server.close(done);
        return;
      }
      const text = cases[index++];
      log = [];
      const client = net.connect(server.address().port, '127.0.0.1');
      let answer = '';
      client.setEncoding('latin1');
      client.on('data', (data) => { answer += data; });
      client.on('error', () => {});
      client.on('close', () => {
        setImmediate(() => {
          console.log(name, JSON.stringify(text.slice(0, 90)));
          for (const line of log) console.log('  ', line);
          console.log('   =>', JSON.stringify(answer.replace(/Date: [^\r]*/g, 'Date: D')));
          next();
        });
      });
      client.write(text, 'latin1');
    };
    next();
  });
}

const plain = http.createServer((req, res) => {
  req.resume();
  req.on('end', () => {
    res.setHeader('Connection', 'close');
    res.end('fine');
  });
});
run(plain, 'plain', () => {
  const listening = http.createServer((req, res) => {
    res.setHeader('Connection', 'close');
    res.end('fine');
  });
  listening.on('clientError', (error, socket) => {
    log.push(`clientError ${error.code} | ${error.message} | ${error.reason} | ${error.bytesParsed} | ` +
      `${error.rawPacket && error.rawPacket.length}`);
    socket.end('HTTP/1.1 400 Own\r\n\r\n');
  });
  run(listening, 'listening', () => console.log('done'));
});
