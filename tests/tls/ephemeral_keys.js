// The key of one connection, by what the two sides agreed on.
'use strict';
const tls = require('tls');
const fs = require('fs');

const read = (name) => fs.readFileSync(`${__dirname}/fixtures/${name}.pem`);
const credentials = { key: read('server_key'), cert: read('server_cert') };

function connect(curves) {
  const [ecdhCurve] = curves;
  if (ecdhCurve === undefined) return;
  const server = tls.createServer({ ...credentials, ecdhCurve }, (socket) => {
    console.log(ecdhCurve, 'server', socket.getEphemeralKeyInfo());
    socket.end();
  });
  server.listen(0, () => {
    const client = tls.connect({ port: server.address().port, ca: read('ca_cert'), servername: 'localhost', ecdhCurve });
    client.on('secureConnect', () => console.log(ecdhCurve, client.getEphemeralKeyInfo()));
    client.on('close', () => server.close(() => connect(curves.slice(1))));
    client.resume();
  });
}
connect(['X25519', 'P-256', 'P-521', 'X448']);
