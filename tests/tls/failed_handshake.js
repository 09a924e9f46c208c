// What a server, and whoever wraps a connection by hand, sees of a handshake that fails: when the error is told, and what the
// socket is like then.
const { readFileSync } = require('fs');
const net = require('net');
const { join } = require('path');
const tls = require('tls');

const pem = (name) => readFileSync(join(__dirname, 'fixtures', name));
const identity = { key: pem('server_key.pem'), cert: pem('server_cert.pem') };

const cases = [
  ['an old client', { minVersion: 'TLSv1.3' }, { maxVersion: 'TLSv1.2' }],
  ['an old server', { maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' }],
  ['no cipher', { ciphers: 'AES128-GCM-SHA256', maxVersion: 'TLSv1.2' }, { ciphers: 'AES256-GCM-SHA384', maxVersion: 'TLSv1.2' }],
  ['distrust', {}, { rejectUnauthorized: true }],
];

function look(label, socket) {
  console.log(label, socket.destroyed, socket.errored?.code, socket.remoteAddress);
}

function meet([label, ofServer, ofClient], next) {
  const log = (...words) => console.log(label, ...words);
  const server = tls.createServer({ ...identity, ...ofServer });
  server.on('tlsClientError', (error, socket) => {
    log('tlsClientError', error.code);
    look('  now', socket);
    process.nextTick(() => look('  tick', socket));
    queueMicrotask(() => look('  microtask', socket));
    socket.on('close', (hadError) => log('server closes', hadError));
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    const client = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...ofClient });
    client.on('error', () => log('client error', client.destroyed));
    client.on('close', () => server.close(() => wrap(label, ofServer, ofClient, next)));
  });
}

// Nobody listens for errors here.
function wrap(label, ofServer, ofClient, next) {
  const server = net.createServer((socket) => {
    const wrapped = new tls.TLSSocket(socket, { isServer: true, ...identity, ...ofServer });
    wrapped.on('close', (hadError) => console.log(label, 'wrapped closes', hadError, wrapped.errored?.code));
  });
  server.listen(0, '127.0.0.1', () => {
    const socket = net.connect(server.address().port, '127.0.0.1');
    const client = tls.connect({ socket, rejectUnauthorized: false, ...ofClient });
    client.on('error', () => {});
    client.on('close', (hadError) => {
      console.log(label, 'client closes', hadError);
      server.close(next);
    });
  });
}

(function goOn() {
  const one = cases.shift();
  if (one !== undefined) meet(one, goOn);
})();
