// request, stream, fetch, a pool, a mock agent.
import { request, stream, fetch, Pool, MockAgent, FormData } from 'undici';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { Writable } from 'node:stream';

const server = createServer(async (message, response) => {
  let body = '';
  for await (const part of message) body += part;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method: message.method, url: message.url, body, type: message.headers['content-type']?.split(';')[0] }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;
const answer = await request(origin + '/a', { method: 'POST', body: 'text', query: { x: 1 } });
console.log(answer.statusCode, answer.headers['content-type'], await answer.body.json());
let collected = '';
await stream(origin + '/s', { method: 'GET' }, () => new Writable({ write(part, _, done) { collected += part; done(); } }));
console.log(collected);
const form = new FormData();
form.set('a', '1');
const fetched = await fetch(origin + '/f', { method: 'PUT', body: form });
const json = await fetched.json();
console.log(fetched.status, json.method, json.type, json.body.includes('name="a"'));
const pool = new Pool(origin, { connections: 2 });
const all = await Promise.all(Array.from({ length: 6 }, (_, i) => pool.request({ path: '/p' + i, method: 'GET' }).then(({ body }) => body.json())));
console.log(all.map(({ url }) => url).join());
await pool.close();
const agent = new MockAgent();
agent.disableNetConnect();
agent.get('http://example.com').intercept({ path: '/m' }).reply(201, { mocked: true });
const mocked = await request('http://example.com/m', { dispatcher: agent });
console.log(mocked.statusCode, await mocked.body.json());
const refused = await request('http://127.0.0.1:1').catch((error) => error);
console.log(refused.code);
server.closeAllConnections();
server.close(() => process.exit(0));
