// Routes, middleware, JSON bodies, parameters, errors, static files.
import express from 'express';
import { mkdirSync, writeFileSync } from 'node:fs';

mkdirSync('public', { recursive: true });
writeFileSync('public/hello.txt', 'static file\n');

const app = express();
app.disable('x-powered-by');
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
app.use('/static', express.static('public'));
const users = express.Router();
users.get('/:id', (request, response) => response.json({ id: request.params.id, q: request.query }));
users.post('/', (request, response) => response.status(201).json({ made: request.body }));
app.use('/users', users);
app.get('/redirect', (request, response) => response.redirect('/users/7'));
app.get('/fails', async () => { throw new TypeError('on purpose'); });
app.use((request, response) => response.status(404).send('nothing at ' + request.path));
app.use((error, request, response, next) => response.status(500).send(`${error.name}: ${error.type ?? error.message}`));

const server = app.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const ask = async (path, options) => {
    const response = await fetch(base + path, options);
    const text = await response.text();
    console.log(response.status, path, response.headers.get('content-type'), response.headers.get('etag'), text);
  };
  await ask('/users/42?a=1&b[]=2&b[]=3');
  await ask('/users', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ada"}' });
  await ask('/users', { method: 'POST', body: new URLSearchParams({ 'name[first]': 'Ada' }) });
  await ask('/users', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{broken' });
  await ask('/redirect', { redirect: 'manual' });
  await ask('/redirect');
  await ask('/fails');
  await ask('/missing');
  const file = await fetch(base + '/static/hello.txt');
  console.log(file.status, file.headers.get('content-type'), await file.text());
  server.close(() => console.log('closed'));
});
