// Authorities of one name: the one whose key has signed is found among those that are trusted, wherever it stands, and the
// other is not enough.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const tls = require('node:tls');

const pem = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', `${name}.pem`), 'utf8');
const [ca, twin, other] = ['ca_cert', 'twin_cert', 'other_cert'].map(pem);
const identity = { key: pem('server_key'), cert: pem('server_cert') };
const server = tls.createServer(identity, (socket) => socket.on('error', () => {}).end());

const attempt = (name, secureContext) => new Promise((resolve) => {
  const socket = tls.connect({ port: server.address().port, servername: 'localhost', rejectUnauthorized: false, secureContext }, () => {
    const chain = socket.getPeerCertificate(true);
    console.log(name, socket.authorized, socket.authorizationError, chain.issuerCertificate?.fingerprint256?.slice(0, 11));
  });
  socket.on('error', (error) => console.log(name, error.code));
  socket.on('close', resolve);
  socket.resume();
});

server.listen(0, async () => {
  for (const [name, trusted] of Object.entries({
    first: [ca, twin], last: [other, twin, ca], twice: [ca, other, ca], together: [`${twin}\n${ca}`], twin: [other, twin], nobody: [],
  })) {
    tls.setDefaultCACertificates(trusted);
    await attempt(name, tls.createSecureContext());
    // One that is given more has what the others have as well, read before or not.
    const more = tls.createSecureContext();
    more.context.addCACert(other);
    await attempt(`${name} and more`, more);
    const late = tls.createSecureContext();
    await attempt(`${name} once more`, late);
    late.context.addCACert(ca);
    await attempt(`${name} and the right one`, late);
  }
  server.close();
});
