// Simple and preflighted requests, origins by list and by function.
const express = require('express');
const cors = require('cors');

const app = express();
app.use('/all', cors(), (request, response) => response.send('all'));
app.use('/some', cors({ origin: ['http://a.example', /\.b\.example$/], credentials: true, methods: ['GET', 'PUT'], allowedHeaders: 'x-one', exposedHeaders: ['x-two'], maxAge: 60 }), (request, response) => response.send('some'));
app.use('/asked', cors((request, done) => done(null, { origin: request.query.yes === '1' })), (request, response) => response.send('asked'));
const http = require('node:http');
const server = app.listen(0, '127.0.0.1', async () => {
  const ask = (method, path, headers) => new Promise((resolve) => http.request({ port: server.address().port, host: '127.0.0.1', method, path, headers }, (response) => {
    const kept = Object.entries(response.headers).filter(([name]) => name.startsWith('access-') || name === 'vary');
    console.log(method, path, headers.origin, response.statusCode, Object.fromEntries(kept));
    response.resume().on('end', resolve);
  }).end());
  await ask('GET', '/all', { origin: 'http://x.example' });
  await ask('OPTIONS', '/all', { origin: 'http://x.example', 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'x-q' });
  for (const origin of ['http://a.example', 'http://z.b.example', 'http://evil.example']) await ask('OPTIONS', '/some', { origin, 'access-control-request-method': 'PUT' });
  await ask('GET', '/some', { origin: 'http://a.example' });
  await ask('GET', '/asked?yes=1', { origin: 'http://a.example' });
  await ask('GET', '/asked', { origin: 'http://a.example' });
  server.close();
});
