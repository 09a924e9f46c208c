// JSON, forms, interceptors, timeouts, redirects, errors and streams over the http adapter.
import axios from 'axios';
import { createServer } from 'node:http';
import { once } from 'node:events';
import zlib from 'node:zlib';

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => { body += part; }).on('end', () => {
    const { pathname } = new URL(request.url, 'http://x');
    if (pathname === '/slow') return;
    if (pathname === '/redirect') return response.writeHead(302, { location: '/echo' }).end();
    if (pathname === '/gzip') return response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(zlib.gzipSync('squeezed'));
    if (pathname === '/bad') return response.writeHead(422, { 'content-type': 'application/json' }).end('{"why":"bad"}');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url: request.url, method: request.method, type: request.headers['content-type'], accept: request.headers.accept, auth: request.headers.authorization, body }));
  });
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const client = axios.create({ baseURL: `http://127.0.0.1:${server.address().port}`, timeout: 5000 });
client.interceptors.request.use((config) => { config.headers.set('authorization', 'Bearer t'); return config; });
client.interceptors.response.use((response) => { response.data.seen = true; return response; });
console.log((await client.get('/echo', { params: { a: 1, b: ['x', 'y'] } })).data);
console.log((await client.post('/echo', { deep: { list: [1, 2] } })).data);
console.log((await client.post('/echo', new URLSearchParams({ q: 'ä b' }))).data);
const form = await client.postForm('/echo', { field: 'value' });
console.log(form.data.type.split(';')[0], form.data.body.includes('name="field"'));
console.log((await client.get('/redirect')).data.url);
console.log((await axios.get(client.defaults.baseURL + '/gzip')).data);
const bad = await client.get('/bad').catch((error) => error);
console.log(bad.name, bad.code, bad.message, bad.response.status, bad.response.data);
const slow = await client.get('/slow', { timeout: 50 }).catch((error) => error);
console.log(slow.code, slow.message);
const control = new AbortController();
setTimeout(() => control.abort(), 20);
const aborted = await client.get('/slow', { signal: control.signal }).catch((error) => error);
console.log(axios.isCancel(aborted), aborted.code);
const refused = await axios.get('http://127.0.0.1:1/').catch((error) => error);
console.log(refused.code);
const streamed = await axios.get(client.defaults.baseURL + '/echo', { responseType: 'stream' });
let size = 0;
for await (const part of streamed.data) size += part.length;
console.log(size > 50);
server.closeAllConnections();
server.close();
