// Names of headers however they are written, known and unknown, once and many times: what `rawHeaders`, `headers` and
// `headersDistinct` have of them, looked at in either order.
'use strict';
const http = require('http');
const net = require('net');

const names = [
  'Host', 'content-type', 'CONTENT-TYPE', 'Content-Type', 'X-Forwarded-For', 'x-forwarded-for', 'Set-Cookie', 'set-cookie',
  'Cookie', 'cookie', 'ETag', 'etag', 'Etag', 'X-Own', 'x-own', 'constructor', '__proto__', 'WWW-Authenticate',
  'Www-Authenticate', 'DNT', 'Dnt', 'Accept', 'accept', 'Age', 'age', 'Upgrade-Insecure-Requests', 'TE', 'te',
];
const lines = names.map((name, i) => `${name}: v${i}`);
for (let i = 0; i < 100; i++) lines.push(`X-Many-${i}: ${i}`);

function ask(options, look) {
  return new Promise((done) => {
    const server = http.createServer(options, (req, res) => {
      look(req);
      res.end();
    });
    server.listen(0, '127.0.0.1', () => {
      const socket = net.connect(server.address().port, '127.0.0.1');
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
      socket.resume();
      socket.on('close', () => server.close(done));
    });
  });
}

(async () => {
  await ask({}, (req) => {
    console.log(Object.entries(req.headers));
    console.log(req.rawHeaders);
    console.log(Object.entries(req.headersDistinct).length);
  });
  await ask({ joinDuplicateHeaders: true }, (req) => {
    console.log(req.rawHeaders.length);
    console.log(Object.entries(req.headers).slice(0, 30));
    console.log(Object.entries(req.headersDistinct).slice(0, 30));
  });
  await ask({}, (req) => {
    // What is added to the list is not in the headers.
    req.rawHeaders.push('X-Added', 'later');
    console.log(req.headers['x-added']);
  });
})();
