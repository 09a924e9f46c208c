// What a server knows of a connection whose session it has resumed.
const tls = require('tls');
const { readFileSync } = require('fs');
const path = require('path');

const read = (name) => readFileSync(path.join(__dirname, 'fixtures', name));
const identity = { key: read('server_key.pem'), cert: read('server_cert.pem'), ca: read('ca_cert.pem') };

function run(maxVersion, requestCert, certificate, SNICallback, done) {
  console.log(maxVersion, requestCert, certificate !== undefined, SNICallback !== undefined);
  const server = tls.createServer({ ...identity, requestCert, rejectUnauthorized: false, maxVersion, SNICallback }, (socket) => {
    console.log('server', socket.servername, socket.isSessionReused(), socket.authorized, socket.authorizationError);
    socket.resume().end('x');
  });
  let session;
  let left = 2;
  const connect = () => {
    const options = { port: server.address().port, host: '127.0.0.1', servername: 'localhost', ca: identity.ca, session, ...certificate };
    const client = tls.connect(options);
    client.on('session', (made) => { session = made; });
    client.on('end', () => console.log('client', client.isSessionReused(), client.servername, client.authorized));
    client.resume();
    client.on('close', () => { if (--left > 0) connect(); else server.close(done); });
  };
  server.listen(0, '127.0.0.1', connect);
}

const own = { key: read('client_key.pem'), cert: read('client_cert.pem') };
const runs = [];
for (const version of ['TLSv1.2', 'TLSv1.3']) {
  for (const [requested, shown] of [[false], [true], [true, own]]) {
    for (const callback of [undefined, (name, answer) => answer(null, tls.createSecureContext(identity))]) runs.push([version, requested, shown, callback]);
  }
}
(function next() {
  if (runs.length > 0) run(...runs.shift(), next);
})();
