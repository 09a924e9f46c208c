// The headers it sets, by default and with options.
import express from 'express';
import helmet from 'helmet';

const app = express();
app.get('/default', helmet(), (request, response) => response.send('x'));
app.get('/own', helmet({ contentSecurityPolicy: { directives: { defaultSrc: ["'self'"], scriptSrc: ["'self'", (request, response) => `'nonce-${request.query.n}'`] } }, hsts: { maxAge: 5, preload: true }, frameguard: { action: 'deny' }, referrerPolicy: false }), (request, response) => response.send('x'));
app.get('/one', helmet.noSniff(), (request, response) => response.send('x'));
const server = app.listen(0, '127.0.0.1', async () => {
  for (const path of ['/default', '/own?n=abc', '/one']) {
    const headers = new Headers((await fetch(`http://127.0.0.1:${server.address().port}${path}`)).headers);
    for (const name of ['date', 'connection', 'keep-alive', 'etag']) headers.delete(name);
    console.log(path, Object.fromEntries(headers));
  }
  try { helmet({ hsts: { maxAge: -1 } }); } catch (error) { console.log(error.message); }
  server.close();
});
