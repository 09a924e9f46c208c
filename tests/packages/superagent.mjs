// Requests as chains: bodies, forms, redirects, retries, errors, timeouts and agents that keep cookies.
import http from 'node:http';
import request from 'superagent';

let tries = 0;
const server = http.createServer((incoming, outgoing) => {
  const { pathname } = new URL(incoming.url, 'http://x');
  let body = '';
  incoming.setEncoding('utf8').on('data', (chunk) => { body += chunk; }).on('end', () => {
    if (pathname === '/redirect') outgoing.writeHead(302, { Location: '/echo?from=redirect' }).end();
    else if (pathname === '/flaky') outgoing.writeHead(tries++ < 2 ? 503 : 200).end('at last');
    else if (pathname === '/cookie') outgoing.writeHead(200, { 'Set-Cookie': 'id=5; Path=/', 'Content-Type': 'text/plain' }).end(incoming.headers.cookie ?? 'none');
    else if (pathname === '/slow') setTimeout(() => outgoing.end('late'), 500).unref();
    else if (pathname === '/bad') outgoing.writeHead(422, { 'Content-Type': 'application/json' }).end('{"why":"bad"}');
    else outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ method: incoming.method, url: incoming.url, type: incoming.headers['content-type']?.split(';')[0], auth: incoming.headers.authorization, body: body.length < 200 ? body.replace(/-{10,}\w+/g, '--') : body.length }));
  });
});
server.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  console.log((await request.get(`${base}/echo`).query({ a: 1, b: ['x', 'y'] }).auth('user', 'pass')).body);
  console.log((await request.post(`${base}/echo`).send({ json: true })).body);
  console.log((await request.put(`${base}/echo`).type('form').send('a=1').send({ b: 2 })).body);
  const attached = await request.post(`${base}/echo`).field('name', 'value').attach('file', Buffer.from('content'), 'file.txt');
  console.log(attached.body.type, typeof attached.body.body);
  const redirected = await request.get(`${base}/redirect`);
  console.log(redirected.body.url, redirected.redirects.length);
  console.log((await request.get(`${base}/flaky`).retry(3)).text, tries);
  await request.get(`${base}/bad`).catch((error) => console.log(error.status, error.message, error.response.body));
  await request.get(`${base}/slow`).timeout(50).catch((error) => console.log(error.code, error.timeout));
  const agent = request.agent();
  console.log((await agent.get(`${base}/cookie`)).text, (await agent.get(`${base}/cookie`)).text);
  console.log((await request.get(`${base}/echo`).buffer(true).parse((response, callback) => { response.resume().on('end', () => callback(null, 'parsed')); })).body);
  server.close();
  server.closeAllConnections();
});
