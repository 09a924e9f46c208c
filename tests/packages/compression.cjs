// Responses compressed in each encoding, not compressed, flushed in parts.
const express = require('express');
const compression = require('compression');
const http = require('node:http');
const zlib = require('node:zlib');

const app = express();
app.use(compression({ threshold: 100 }));
app.get('/big', (request, response) => response.type('text').send('x'.repeat(5000)));
app.get('/small', (request, response) => response.send('x'));
app.get('/image', (request, response) => response.type('image/png').send(Buffer.alloc(5000)));
app.get('/never', (request, response) => response.set('cache-control', 'no-transform').type('text').send('x'.repeat(5000)));
app.get('/parts', (request, response) => { response.type('text'); response.write('a'.repeat(200)); response.flush(); setTimeout(() => response.end('b'.repeat(200)), 20); });
const server = app.listen(0, '127.0.0.1', async () => {
  const ask = (path, encoding) => new Promise((resolve) => http.get({ port: server.address().port, host: '127.0.0.1', path, headers: encoding ? { 'accept-encoding': encoding } : {} }, (response) => {
    const parts = [];
    response.on('data', (part) => parts.push(part)).on('end', () => {
      const bytes = Buffer.concat(parts);
      const used = response.headers['content-encoding'];
      const plain = { gzip: zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync }[used]?.(bytes) ?? bytes;
      console.log(path, encoding, used, response.headers.vary, response.headers['transfer-encoding'], bytes.length < 200, plain.length);
      resolve();
    });
  }));
  for (const encoding of ['gzip', 'deflate', 'br', 'gzip;q=0.5, br;q=0.9', 'identity', undefined, '*']) await ask('/big', encoding);
  for (const path of ['/small', '/image', '/never', '/parts']) await ask(path, 'gzip');
  server.close();
});
