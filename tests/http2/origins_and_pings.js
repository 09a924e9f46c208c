// What hooks see of a ping, the store its callback has, and an origin that a server does not answer for.
const http2 = require('http2');
const { AsyncLocalStorage, createHook } = require('async_hooks');
const { readFileSync } = require('fs');
const path = require('path');

const read = (name) => readFileSync(path.join(__dirname, '..', 'tls', 'fixtures', name));

const pings = new Set();
const tell = (what) => (id) => { if (pings.has(id)) seen.push(what); };
const seen = [];
createHook({
  init(id, type) {
    if (type !== 'HTTP2PING') return;
    pings.add(id);
    seen.push('init');
  },
  before: tell('before'), after: tell('after'), destroy: tell('destroy'),
}).enable();

const storage = new AsyncLocalStorage();
const server = http2.createSecureServer({ key: read('server_key.pem'), cert: read('server_cert.pem') });
server.on('session', (session) => session.origin('https://foo.org', 'https://bar.org'));
server.on('stream', (stream) => {
  stream.respond({ ':status': 421 });
  stream.end();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const shown = (origins) => origins.map((origin) => origin.replace(port, 'PORT'));
  const client = http2.connect(`https://localhost:${port}`, { ca: read('ca_cert.pem'), host: '127.0.0.1', maxOutstandingPings: 1 });
  client.on('origin', () => {
    console.log(shown(client.originSet));
    storage.run('a store', () => {
      client.ping((error, duration, payload) => console.log('ping', error, payload.length, storage.getStore()));
    });
    console.log(client.ping((error) => console.log('one too many', error.code)));
    const request = client.request({ ':authority': 'foo.org' });
    request.on('response', (headers) => console.log(headers[':status'], shown(client.originSet)));
    request.resume();
    request.on('close', () => {
      client.close();
      server.close();
    });
  });
});
process.on('exit', () => console.log(seen.join(' ')));
