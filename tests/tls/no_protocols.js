// A server that allows no version at all says so when it is first spoken to, to whoever listens by then.
// @flags --tls-min-v1.3
const { readFileSync } = require('fs');
const { join } = require('path');
const tls = require('tls');

const pem = (name) => readFileSync(join(__dirname, 'fixtures', name));
// Its method ends at version 1.2, which the flag excludes.
const server = tls.createServer({ key: pem('server_key.pem'), cert: pem('server_cert.pem'), secureProtocol: 'SSLv23_method' });
server.on('secureConnection', () => console.log('secureConnection'));
server.on('tlsClientError', (error, socket) => console.log('server', error.code, socket.destroyed));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const client = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, secureProtocol: 'TLSv1_2_method' });
  client.on('error', (error) => console.log('client', error.code));
  client.on('close', () => {
    console.log('client closed');
    server.close(() => console.log('server closed'));
  });
});
