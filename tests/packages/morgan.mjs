// Log lines in several formats, tokens of its own, skipping.
import express from 'express';
import morgan from 'morgan';

const lines = [];
const stream = { write: (line) => lines.push(line.trim()) };
morgan.token('kind', (request) => request.headers['x-kind'] ?? 'none');
const app = express();
app.use(morgan(':method :url :status :res[content-length] :kind HTTP/:http-version', { stream }));
app.use(morgan('tiny', { stream, skip: (request, response) => response.statusCode < 400 }));
app.use(morgan('common', { stream, immediate: true }));
app.use(morgan((tokens, request, response) => JSON.stringify({ url: tokens.url(request), time: Number(tokens['response-time'](request, response)) >= 0 }), { stream }));
app.get('/', (request, response) => response.send('hello'));
const server = app.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  await (await fetch(base + '/?q=1', { headers: { 'x-kind': 'special' } })).text();
  await (await fetch(base + '/missing', { method: 'POST' })).text();
  await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(lines.map((line) => line.replace(/\[[^\]]*\]/, '[then]').replace(/[\d.]+ ms/, 'N ms')));
  server.close();
});
