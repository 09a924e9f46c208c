// Servers that ask for a certificate: with and without one, insisting and not.
'use strict';
const tls = require('tls');
const fs = require('fs');

const read = (name) => fs.readFileSync(`${__dirname}/fixtures/${name}.pem`);
const ca = read('ca_cert');

function attempt(name, serverOptions, clientOptions) {
  return new Promise((resolve) => {
    const lines = [];
    const server = tls.createServer({ key: read('server_key'), cert: read('server_cert'), ca, requestCert: true, maxVersion: 'TLSv1.2', ...serverOptions }, (socket) => {
      lines.push(`server ${socket.authorized} ${socket.authorizationError} ${socket.getPeerCertificate().subject?.CN}`);
      socket.end('x');
    });
    server.on('tlsClientError', (error) => lines.push(`tlsClientError ${error.code}`));
    server.listen(0, '127.0.0.1', () => {
      const client = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, ...clientOptions });
      client.on('secureConnect', () => lines.push(`client ${client.getCertificate().subject?.CN}`));
      client.on('error', (error) => lines.push(`client ${error.code.replace(/.*ALERT/, 'ALERT')}`));
      client.on('close', () => server.close(() => {
        console.log(name, lines.sort());
        resolve();
      }));
      client.resume();
    });
  });
}

(async () => {
  const own = { key: read('client_key'), cert: read('client_cert') };
  await attempt('with', {}, own);
  await attempt('without', {}, {});
  await attempt('without, not insisting', { rejectUnauthorized: false }, {});
  await attempt('self-signed', {}, { key: read('self_key'), cert: read('self_cert') });
  await attempt('self-signed, not insisting', { rejectUnauthorized: false }, { key: read('self_key'), cert: read('self_cert') });
})();
