// Lists of ciphers: one without names of TLS 1.3 leaves that version as it is, one of nothing else leaves no other.
'use strict';
const tls = require('tls');
const fs = require('fs');

const read = (name) => fs.readFileSync(`${__dirname}/fixtures/${name}.pem`);
const credentials = { key: read('server_key'), cert: read('server_cert') };
const lists = [
  undefined, 'DEFAULT@SECLEVEL=0', 'HIGH:!aNULL', 'ECDHE-ECDSA-AES128-GCM-SHA256', 'AES128-SHA256',
  'TLS_AES_128_GCM_SHA256', 'TLS_AES_128_GCM_SHA256:AES128-SHA256',
];

function connect(ciphers, maxVersion) {
  return new Promise((resolve) => {
    const server = tls.createServer(credentials, (socket) => socket.end());
    server.on('tlsClientError', (error) => console.log(ciphers, maxVersion, 'server', error.code));
    server.listen(0, () => {
      const client = tls.connect({ port: server.address().port, ca: read('ca_cert'), servername: 'localhost', ciphers, maxVersion });
      client.on('secureConnect', () => console.log(ciphers, maxVersion, client.getProtocol(), client.getCipher().name));
      client.on('close', () => server.close(resolve));
      // What the library says of it has other words in other releases.
      client.on('error', () => console.log(ciphers, maxVersion, 'client fails'));
      client.resume();
    });
  });
}
(async () => {
  for (const ciphers of lists) await connect(ciphers);
  await connect('ECDHE-ECDSA-AES128-GCM-SHA256', 'TLSv1.2');
  await connect('AES128-SHA256', 'TLSv1.2');
})();
