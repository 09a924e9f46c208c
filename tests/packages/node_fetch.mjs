// Requests, redirects, bodies from streams and forms, errors, aborts.
import fetch, { Headers, FormData, AbortError } from 'node-fetch';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';

const server = createServer((request, response) => {
  if (request.url === '/slow') return;
  if (request.url === '/go') return response.writeHead(301, { location: '/there' }).end();
  let body = '';
  request.on('data', (part) => { body += part; }).on('end', () => {
    response.writeHead(200, { 'content-encoding': 'br', 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
    response.end(zlib.brotliCompressSync(JSON.stringify({ url: request.url, method: request.method, body: body.slice(0, 60), chunked: request.headers['transfer-encoding'] })));
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const base = `http://127.0.0.1:${server.address().port}`;
const first = await fetch(base + '/a?b=c', { headers: new Headers({ accept: 'application/json' }) });
console.log(first.status, first.ok, first.headers.raw()['set-cookie'], await first.json());
console.log(await (await fetch(base, { method: 'POST', body: Readable.from(['one ', 'two']) })).json());
const form = new FormData();
form.set('x', 'y');
console.log((await (await fetch(base, { method: 'POST', body: form })).json()).body.includes('form-data'));
const moved = await fetch(base + '/go');
console.log(moved.redirected, moved.url === base + '/there', (await moved.json()).url);
const control = new AbortController();
setTimeout(() => control.abort(), 20);
const aborted = await fetch(base + '/slow', { signal: control.signal }).catch((error) => error);
console.log(aborted instanceof AbortError, aborted.type);
const refused = await fetch('http://127.0.0.1:1').catch((error) => error);
console.log(refused.name, refused.code, refused.type);
console.log(await (await fetch('data:text/plain,hello')).text());
server.closeAllConnections();
server.close();
