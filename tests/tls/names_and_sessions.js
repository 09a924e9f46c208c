// Contexts by name, protocols by callback, sessions that go on, key logs.
'use strict';
const tls = require('tls');
const fs = require('fs');

const read = (name) => fs.readFileSync(`${__dirname}/fixtures/${name}.pem`);
const ca = read('ca_cert');
const identity = (name) => ({ key: read(`${name}_key`), cert: read(`${name}_cert`) });

function serve(options, prepare, clients) {
  return new Promise((resolve) => {
    const server = tls.createServer(options, (socket) => {
      console.log('server', socket.servername, socket.alpnProtocol, socket.isSessionReused());
      socket.end('x');
    });
    server.on('tlsClientError', (error) => console.log('tlsClientError', error.code));
    prepare(server);
    server.listen(0, '127.0.0.1', async () => {
      for (const make of clients) {
        await new Promise((done) => {
          const client = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, rejectUnauthorized: false, ...make() });
          client.on('secureConnect', () => {
            console.log('client', client.getPeerCertificate().subject?.CN, client.alpnProtocol, client.isSessionReused());
          });
          client.on('error', (error) => console.log('client', error.code));
          client.on('session', (session) => { sessions.push(session); });
          client.on('close', done);
          client.resume();
        });
      }
      server.close(resolve);
    });
  });
}
const sessions = [];

(async () => {
  await serve({ ...identity('server') }, (server) => {
    server.addContext('other.example.net', identity('other'));
    server.addContext('*.wild.example', tls.createSecureContext(identity('self')));
  }, [() => ({ servername: 'other.example.net' }), () => ({ servername: 'a.wild.example' }), () => ({ servername: 'localhost' }), () => ({})]);
  await serve({
    ...identity('server'),
    SNICallback(name, callback) {
      setImmediate(() => (name === 'bad' ? callback(new Error('bad name')) : callback(null, tls.createSecureContext(identity('no_san')))));
    },
  }, () => {}, [() => ({ servername: 'x' }), () => ({ servername: 'bad' })]);
  await serve({
    ...identity('server'),
    ALPNCallback({ servername, protocols }) {
      console.log('asked', servername, protocols);
      return protocols.includes('two') ? 'two' : undefined;
    },
  }, () => {}, [() => ({ ALPNProtocols: ['one', 'two'] }), () => ({ ALPNProtocols: ['one'] }), () => ({})]);
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
    sessions.length = 0;
    await serve({ ...identity('server'), maxVersion }, () => {}, [() => ({}), () => ({ session: sessions.at(-1) })]);
    console.log(maxVersion, sessions.length > 0);
  }
  // By the id, kept by the server's own program.
  const kept = new Map();
  sessions.length = 0;
  await serve({ ...identity('server'), maxVersion: 'TLSv1.2', secureOptions: require('constants').SSL_OP_NO_TICKET ?? 0x4000 }, (server) => {
    server.on('newSession', (id, data, callback) => {
      kept.set(id.toString('hex'), data);
      callback();
    });
    server.on('resumeSession', (id, callback) => {
      console.log('resumeSession', kept.has(id.toString('hex')));
      callback(null, kept.get(id.toString('hex')) ?? null);
    });
  }, [() => ({}), () => ({ session: sessions.at(-1) })]);
  let lines = 0;
  await serve({ ...identity('server') }, (server) => server.on('keylog', (line) => { lines += /^[A-Z_]+ [0-9a-f]+ [0-9a-f]+\n$/i.test(`${line}`); }), [() => ({})]);
  console.log('key log', lines >= 4);
})();
