// Schemas, serialisers, hooks, plugins, injected and real requests.
import Fastify from 'fastify';

const app = Fastify();
app.decorate('name', 'roundel');
app.addHook('onRequest', async (request) => { request.started = true; });
app.register(async (scope) => {
  scope.get('/in/:id', { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } } },
    async (request) => ({ id: request.params.id, kind: typeof request.params.id, started: request.started }));
}, { prefix: '/scope' });
app.post('/sum', {
  schema: {
    body: { type: 'object', required: ['a', 'b'], properties: { a: { type: 'number' }, b: { type: 'number' } } },
    response: { 200: { type: 'object', properties: { sum: { type: 'number' } } } },
  },
}, async ({ body }) => ({ sum: body.a + body.b, dropped: true }));
app.get('/fails', async () => { throw Object.assign(new Error('teapot'), { statusCode: 418 }); });

const show = (response) => console.log(response.statusCode, response.headers['content-type'], response.payload);
show(await app.inject('/scope/in/12'));
show(await app.inject('/scope/in/x'));
show(await app.inject({ method: 'POST', url: '/sum', payload: { a: 1, b: 2.5 } }));
show(await app.inject({ method: 'POST', url: '/sum', payload: { a: 1 } }));
show(await app.inject('/fails'));
show(await app.inject('/none'));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const response = await fetch(address + '/sum', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":20,"b":22}' });
console.log(response.status, await response.text());
await app.close();
console.log('closed', app.name);
