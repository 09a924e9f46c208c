// What a client refuses: versions, hosts, times, authorities, and names that trick; and what a server refuses.
'use strict';
const tls = require('tls');
const fs = require('fs');

const read = (name) => fs.readFileSync(`${__dirname}/fixtures/${name}.pem`);
const ca = read('ca_cert');

function attempt(name, serverOptions, clientOptions) {
  return new Promise((resolve) => {
    const { identity = 'server', ...rest } = serverOptions;
    const server = tls.createServer({ key: read(`${identity}_key`), cert: read(`${identity}_cert`), ...rest }, (socket) => {
      socket.on('error', () => {});
      socket.end('x');
    });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1', () => {
      const client = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, servername: 'localhost', ...clientOptions });
      client.on('secureConnect', () => console.log(name, 'accepted', client.authorized, client.authorizationError));
      client.on('error', (error) => console.log(name, 'refused', error.code.replace(/.*ALERT/, 'ALERT'), error.host ? error.reason : ''));
      client.on('close', () => server.close(resolve));
      client.resume();
    });
  });
}

(async () => {
  await attempt('good', {}, {});
  await attempt('address', {}, { servername: undefined });
  await attempt('wildcard', {}, { servername: 'www.example.org' });
  await attempt('wildcard over two labels', {}, { servername: 'a.b.example.org' });
  await attempt('wildcard over none', {}, { servername: 'example.org' });
  await attempt('wrong host', {}, { servername: 'example.com' });
  await attempt('CN beside SAN', { identity: 'other' }, {});
  await attempt('CN alone', { identity: 'no_san' }, {});
  await attempt('expired', { identity: 'expired' }, {});
  await attempt('self-signed', { identity: 'self' }, {});
  await attempt('self-signed, trusted', { identity: 'self' }, { ca: read('self_cert') });
  await attempt('unknown authority', {}, { ca: undefined });
  await attempt('accepted nevertheless', { identity: 'expired' }, { rejectUnauthorized: false });
  await attempt('wrong host nevertheless', {}, { servername: 'example.com', rejectUnauthorized: false });
  await attempt('server too old', { maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' });
  await attempt('client too old', { minVersion: 'TLSv1.3' }, { maxVersion: 'TLSv1.2' });
  await attempt('no common cipher', { ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384', maxVersion: 'TLSv1.2' }, { ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' });
  await attempt('no common protocol', { ALPNProtocols: ['a'] }, { ALPNProtocols: ['b'] });

  // Names that a certificate may have to trick a simple reader.
  const check = (host, certificate) => {
    const error = tls.checkServerIdentity(host, certificate);
    console.log(host, error?.code, error?.reason);
  };
  const names = (subjectaltname, CN) => ({ subject: { CN }, subjectaltname });
  check('good.example', names('DNS:good.example\0.evil.example'));
  check('good.example', names('DNS:"good.example\\u0000.evil.example"'));
  check('good.example', names('DNS:"evil.example, DNS:good.example"'));
  check('good.example', names('DNS:evil.example', 'good.example'));
  check('good.example', names('URI:http://good.example/', 'good.example'));
  check('good.example', names(undefined, ['evil.example', 'good.example']));
  check('a.example', names('DNS:*.example'));
  check('a.b.example', names('DNS:*.b.example'));
  check('a.b.example', names('DNS:a*.b.example, DNS:*.*.example'));
  check('xn--a.b.example', names('DNS:xn--*.b.example'));
  check('127.0.0.1', names('DNS:127.0.0.1', '127.0.0.1'));
  check('127.0.0.1', names('IP Address:127.0.0.1'));
  check('::1', names('IP Address:0:0:0:0:0:0:0:1'));
  check('GOOD.example.', names('DNS:good.EXAMPLE'));
  check('good.example', { subject: {} });
  try {
    check('good.example', names('DNS:"unfinished'));
  } catch (error) {
    console.log(error.name, error.code);
  }
})();
