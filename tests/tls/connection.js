// A connection: the order of its events on both sides, and what each side knows of the other.
'use strict';
const tls = require('tls');
const fs = require('fs');

const read = (name) => fs.readFileSync(`${__dirname}/fixtures/${name}.pem`);
const server = tls.createServer({ key: read('server_key'), cert: read('server_cert'), ALPNProtocols: ['b', 'a'] }, (socket) => {
  console.log('secureConnection', socket.getProtocol(), socket.servername, socket.alpnProtocol, socket.authorized, socket.encrypted);
  socket.write('hello ');
  socket.on('data', (data) => {
    console.log('server got', `${data}`);
    socket.end('bye');
  });
  socket.on('end', () => console.log('server end'));
  socket.on('close', (hadError) => console.log('server close', hadError));
});
server.on('tlsClientError', (error) => console.log('tlsClientError', error.code));
server.listen(0, () => {
  const { port } = server.address();
  const client = tls.connect({ port, ca: read('ca_cert'), servername: 'localhost', ALPNProtocols: ['a', 'c'] });
  client.on('connect', () => console.log('connect', client.secureConnecting, client.authorized));
  client.on('secure', () => console.log('secure'));
  client.on('secureConnect', () => {
    console.log('secureConnect', client.authorized, client.authorizationError, client.getProtocol(), client.alpnProtocol);
    console.log(client.getCipher(), typeof client.getEphemeralKeyInfo().name, client.isSessionReused());
    const { subject, issuer, subjectaltname, ca, bits, asn1Curve, nistCurve, ext_key_usage, valid_to, raw, pubkey } = client.getPeerCertificate();
    console.log({ subject, issuer, subjectaltname, ca, bits, asn1Curve, nistCurve, ext_key_usage, valid_to }, raw.length, pubkey.length);
    const detailed = client.getPeerCertificate(true);
    console.log(detailed.fingerprint, detailed.fingerprint256, detailed.serialNumber, Object.keys(detailed).join());
    console.log(detailed.issuerCertificate.subject, detailed.issuerCertificate.issuerCertificate === detailed.issuerCertificate);
    console.log(client.exportKeyingMaterial(20, 'label').length, client.getFinished().length, client.getPeerFinished().length);
    console.log(client.remoteAddress !== undefined, client.remotePort === port, client.getSession() !== undefined);
    client.write('from client');
  });
  client.on('data', (data) => console.log('client got', `${data}`));
  client.on('end', () => console.log('client end'));
  client.on('close', (hadError) => {
    console.log('client close', hadError, client.getProtocol(), client.getPeerCertificate());
    server.close(() => console.log('server closed'));
  });
});
