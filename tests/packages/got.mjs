// JSON, retries, hooks, pagination, streams and errors.
import got from 'got';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createWriteStream, readFileSync } from 'node:fs';

let tries = 0;
const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://x');
  if (url.pathname === '/flaky' && ++tries < 3) return response.writeHead(503).end();
  if (url.pathname === '/page') {
    const page = Number(url.searchParams.get('page'));
    if (page < 3) response.setHeader('link', `<http://${request.headers.host}/page?page=${page + 1}>; rel="next"`);
    return response.end(JSON.stringify([page * 10, page * 10 + 1]));
  }
  if (url.pathname === '/missing') return response.writeHead(404).end('no');
  let body = '';
  request.on('data', (part) => { body += part; }).on('end', () => response.end(JSON.stringify({ url: request.url, method: request.method, body, x: request.headers['x-from'] })));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const api = got.extend({ prefixUrl: `http://127.0.0.1:${server.address().port}`, hooks: { beforeRequest: [(options) => { options.headers['x-from'] = 'hook'; }] } });
console.log(await api('echo', { searchParams: { a: 1 } }).json());
console.log(await api.post('echo', { json: { b: 2 } }).json());
console.log(await api('flaky', { retry: { limit: 3, calculateDelay: ({ computedValue }) => computedValue && 5 } }).json(), tries);
console.log(await api.paginate.all('page?page=1', { responseType: 'json' }));
const missing = await api('missing').catch((error) => error);
console.log(missing.name, missing.code, missing.response.statusCode, missing.response.body);
const refused = await got('http://127.0.0.1:1', { retry: { limit: 0 } }).catch((error) => error);
console.log(refused.name, refused.code);
await pipeline(api.stream('echo'), createWriteStream('out.json'));
console.log(readFileSync('out.json', 'utf8'));
server.closeAllConnections();
server.close();
