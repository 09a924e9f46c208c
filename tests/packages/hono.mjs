// Routes, middleware, validation, streams and cookies, on the adapter for Node's servers.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { logger } from 'hono/logger';
import { streamText } from 'hono/streaming';
import { validator } from 'hono/validator';

const app = new Hono();
const lines = [];
app.use(logger((line) => lines.push(line.replace(/\u001b\[\d+m| \d+m?s$/g, ''))));
app.get('/', (c) => c.text('home'));
app.get('/items/:id{[0-9]+}', (c) => c.json({ id: Number(c.req.param('id')), query: c.req.queries('tag') ?? [] }));
app.post('/form', validator('form', (value, c) => (value.name ? value : c.text('no name', 400))), (c) => c.json(c.req.valid('form')));
app.get('/stream', (c) => streamText(c, async (stream) => {
  for (const word of ['one ', 'two ', 'three']) await stream.write(word);
}));
app.get('/cookie', (c) => {
  setCookie(c, 'seen', 'yes', { httpOnly: true });
  return c.text(getCookie(c, 'given') ?? 'none');
});
app.get('/fail', () => { throw new HTTPException(418, { message: 'teapot' }); });
app.get('/crash', () => { throw new Error('crashed'); });
app.notFound((c) => c.text('nowhere', 404));
app.onError((error, c) => c.text(error.message, error.status ?? 500));

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, async ({ port }) => {
  const base = `http://127.0.0.1:${port}`;
  const form = new FormData();
  form.set('name', 'x');
  for (const [path, options] of [['/'], ['/items/5?tag=a&tag=b'], ['/items/x'], ['/form', { method: 'POST', body: form }], ['/form', { method: 'POST', body: new URLSearchParams() }],
    ['/stream'], ['/cookie', { headers: { cookie: 'given=1' } }], ['/fail'], ['/crash'], ['/', { method: 'HEAD' }]]) {
    const response = await fetch(base + path, options);
    console.log(path, response.status, response.headers.get('content-type'), response.headers.get('set-cookie'), await response.text());
  }
  console.log((await app.request('/items/7')).status, lines.length, lines[0], lines[1]);
  server.close();
  server.closeAllConnections();
});
