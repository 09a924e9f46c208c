// Whom a connection trusts is its own: what another context is given, or the defaults are, changes nothing for those who did
// not ask for it, however alike they are.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const tls = require('node:tls');

const pem = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', `${name}.pem`));
const ca = pem('ca_cert');
const server = tls.createServer({ key: pem('server_key'), cert: pem('server_cert') }, (socket) => socket.on('error', () => {}).end());

const attempt = (name, options) => new Promise((resolve) => {
  const socket = tls.connect({ port: server.address().port, servername: 'localhost', rejectUnauthorized: false, ...options }, () => {
    console.log(name, socket.authorized, socket.authorizationError);
  });
  socket.on('error', (error) => console.log(name, error.code));
  socket.on('close', resolve);
  socket.resume();
});

server.listen(0, async () => {
  const mutable = Buffer.from(ca);
  await attempt('nobody', {});
  await attempt('authority', { ca });
  await attempt('as text', { ca: ca.toString() });
  await attempt('in a list', { ca: [pem('other_cert'), mutable] });
  mutable.fill(0);
  await attempt('no more in the list', { ca: [pem('other_cert'), mutable] });
  await attempt('another', { ca: pem('other_cert') });
  await attempt('nobody', {});

  const given = tls.createSecureContext();
  given.context.addCACert(ca);
  await attempt('given', { secureContext: given });
  await attempt('not given', { secureContext: tls.createSecureContext() });
  await attempt('nobody', {});
  const narrow = tls.createSecureContext({ ca: pem('other_cert') });
  narrow.context.addCACert(ca);
  await attempt('narrow', { secureContext: narrow });
  await attempt('as narrow', { ca: pem('other_cert') });
  narrow.context.addRootCerts();
  await attempt('wide', { secureContext: narrow });

  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([ca]);
  await attempt('default', {});
  const more = tls.createSecureContext();
  more.context.addCACert(pem('other_cert'));
  await attempt('default and more', { secureContext: more });
  tls.setDefaultCACertificates([pem('other_cert')]);
  await attempt('other default', {});
  await attempt('old context', { secureContext: more });
  tls.setDefaultCACertificates(before);
  await attempt('as before', {});

  const { createSecureContext } = tls;
  tls.createSecureContext = (options) => {
    const made = createSecureContext(options);
    made.context.addCACert(ca);
    return made;
  };
  await attempt('replaced', {});
  tls.createSecureContext = createSecureContext;
  await attempt('put back', {});
  server.close();
});
