// An https server and its clients: requests, kept connections, bodies, errors.
'use strict';
const https = require('https');
const fs = require('fs');

const read = (name) => fs.readFileSync(`${__dirname}/../tls/fixtures/${name}.pem`);
const ca = read('ca_cert');
const server = https.createServer({ key: read('server_key'), cert: read('server_cert') }, (req, res) => {
  console.log('server', req.method, req.url, req.socket.encrypted, req.socket.alpnProtocol);
  let length = 0;
  req.on('data', (data) => { length += data.length; });
  req.on('end', () => res.end(`${req.method} ${length}`));
});
const get = (options, body) => new Promise((resolve) => {
  const req = https.request({ host: 'localhost', port: server.address().port, ca, ...options }, (res) => {
    let text = '';
    const { socket } = res;
    res.setEncoding('utf8');
    res.on('data', (data) => { text += data; });
    res.on('end', () => {
      console.log('client', res.statusCode, text, req.reusedSocket, socket.authorized, socket.getProtocol());
      setImmediate(resolve);
    });
  });
  req.on('error', (error) => {
    console.log('client', error.code);
    resolve();
  });
  req.end(body);
});

server.listen(0, async () => {
  const agent = new https.Agent({ keepAlive: true });
  await get({ path: '/one', agent });
  await get({ path: '/two', agent });
  await get({ path: '/post', method: 'POST', agent }, Buffer.alloc(300_000, 'x'));
  agent.destroy();
  await get({ path: '/alone', agent: false });
  await get({ path: '/unknown', ca: undefined, agent: false });
  await get({ path: '/wrong', servername: 'example.com', agent: false });
  await get({ path: '/nevertheless', ca: undefined, rejectUnauthorized: false, agent: false });
  await new Promise((resolve) => https.get(`https://localhost:${server.address().port}/url`, { ca, agent: false }, (res) => {
    res.resume();
    res.on('end', resolve);
  }));
  console.log(agent.getName({ host: 'a', port: 1, ca: 'x', servername: 'b' }), https.globalAgent.defaultPort, https.globalAgent.protocol);
  server.close(() => console.log('closed'));
});
