// Middleware in an onion, bodies of every kind, cookies, errors.
import Koa from 'koa';
import { Readable } from 'node:stream';

const app = new Koa({ keys: ['secret'] });
app.silent = true;
app.use(async (context, next) => {
  const order = ['in'];
  context.state.order = order;
  await next();
  order.push('out');
  context.set('x-order', order.join());
});
app.use(async (context) => {
  context.state.order.push('handler');
  switch (context.path) {
    case '/json': context.body = { query: context.query, method: context.method }; break;
    case '/text': context.body = 'text'; break;
    case '/stream': context.body = Readable.from(['a', 'b', 'c']); context.type = 'text/plain'; break;
    case '/cookie': context.cookies.set('a', 'b', { signed: true }); context.body = 'set'; break;
    case '/throw': context.throw(403, 'not for you'); break;
    case '/empty': context.status = 204; break;
  }
});
const server = app.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  for (const path of ['/json?x=1&x=2', '/text', '/stream', '/cookie', '/throw', '/empty', '/none']) {
    const response = await fetch(base + path);
    console.log(response.status, path, response.headers.get('content-type'), response.headers.get('x-order'),
      response.headers.get('set-cookie'), JSON.stringify(await response.text()));
  }
  server.close();
});
