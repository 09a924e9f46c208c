// Routes, validation by functions, plugins, extensions, errors, injected and real requests.
import Hapi from '@hapi/hapi';

const server = Hapi.server({ port: 0, host: '127.0.0.1' });
await server.register({ name: 'plugin', register: (s) => { s.decorate('toolkit', 'made', function () { return this.response('made').code(201); }); } });
server.ext('onPreResponse', (request, h) => { if (!request.response.isBoom) request.response.header('x-ext', 'yes'); return h.continue; });
server.route([
  { method: 'GET', path: '/hello/{name?}', handler: ({ params, query }) => ({ hello: params.name ?? 'nobody', query }) },
  { method: 'POST', path: '/echo', handler: ({ payload }) => payload },
  { method: 'GET', path: '/made', handler: (_, h) => h.made() },
  { method: 'GET', path: '/fails', handler: () => { throw new Error('secret'); } },
  { method: 'GET', path: '/checked', handler: () => 'ok', options: { validate: { query: (value) => { if (value.n !== '1') throw new Error('n must be 1'); } } } },
  { method: 'GET', path: '/cookie', handler: (_, h) => h.response('c').state('a', 'b', { isSecure: false }) },
]);
await server.start();
for (const path of ['/hello', '/hello/ada?x=1', '/made', '/fails', '/checked?n=2', '/checked?n=1', '/cookie', '/none']) {
  const response = await fetch(server.info.uri + path);
  console.log(response.status, path, response.headers.get('content-type'), response.headers.get('x-ext'), response.headers.get('set-cookie'), await response.text());
}
const { result, statusCode } = await server.inject({ method: 'POST', url: '/echo', payload: { a: 1 } });
console.log(statusCode, result);
await server.stop();
