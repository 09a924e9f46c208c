// One request and its answer, on the wire and through a client.
'use strict';
const http = require('http');
const net = require('net');

const hide = (text) => text.replace(/Date: [^\r]*/g, 'Date: D').replace(/:\d{4,5}/g, ':PORT');

const server = http.createServer((req, res) => {
  console.log(req.method, req.url, req.httpVersion, hide(JSON.stringify(req.headers)), hide(JSON.stringify(req.rawHeaders)));
  res.setHeader('X-Seen', req.url);
  res.end(`hello ${req.url}`);
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const socket = net.connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (data) => { text += data; });
  socket.on('end', () => {
    console.log(hide(text).split('\r\n'));
    viaClient(port);
  });
  socket.write('GET /raw HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-One: 1\r\nx-one: 2\r\nCookie: a\r\nCookie: b\r\n\r\n');
});

function viaClient(port) {
  http.get({ port, host: '127.0.0.1', path: '/client?x=1' }, (res) => {
    console.log(res.statusCode, res.statusMessage, res.headers['x-seen'], res.headers.connection);
    res.setEncoding('utf8');
    let body = '';
    res.on('data', (data) => { body += data; });
    res.on('end', () => {
      console.log(body);
      server.close(() => console.log('closed'));
    });
  });
}
