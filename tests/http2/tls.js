// HTTP/2 over TLS, and a server that also speaks HTTP/1.
'use strict';
const fs = require('fs');
const http2 = require('http2');
const https = require('https');
const path = require('path');

const read = (name) => fs.readFileSync(path.join(__dirname, '../tls/fixtures', name));
const ca = read('ca_cert.pem');
const server = http2.createSecureServer({ key: read('server_key.pem'), cert: read('server_cert.pem'), allowHTTP1: true }, (req, res) => {
  console.log(req.httpVersion, req.method, req.url, req.socket.encrypted, req.socket.alpnProtocol);
  res.setHeader('x-version', req.httpVersion);
  res.end(`over ${req.httpVersion}`);
});
server.on('session', (session) => console.log('session', session.encrypted, session.alpnProtocol));
server.listen(0, () => {
  const { port } = server.address();
  const client = http2.connect(`https://localhost:${port}`, { ca });
  client.on('connect', (session, socket) => {
    console.log('connect', client.encrypted, client.alpnProtocol, socket.authorized, client.originSet.length, client.socket.alpnProtocol);
  });
  const request = client.request({ ':path': '/two' });
  request.setEncoding('utf8');
  request.on('response', (headers) => console.log('response', headers[':status'], headers['x-version']));
  request.on('data', (chunk) => console.log('data', chunk));
  request.on('close', () => {
    client.close();
    https.get({ port, path: '/one', ca, servername: 'localhost', agent: false }, (response) => {
      console.log('http/1', response.statusCode, response.headers['x-version'], response.httpVersion);
      response.setEncoding('utf8');
      response.on('data', (chunk) => console.log('data', chunk));
      response.on('end', () => server.close());
    });
  });
});
