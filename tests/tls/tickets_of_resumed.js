// How many tickets a connection brings: a session that is used again brings none, and may be used once more.
const tls = require('tls');
const { readFileSync } = require('fs');
const path = require('path');

const read = (name) => readFileSync(path.join(__dirname, 'fixtures', name));

function run(maxVersion, done) {
  const server = tls.createServer({ key: read('server_key.pem'), cert: read('server_cert.pem'), maxVersion }, (socket) => {
    socket.on('data', (chunk) => socket.end(chunk));
  });
  let kept;
  const connect = (left) => {
    const client = tls.connect({
      port: server.address().port, host: '127.0.0.1', servername: 'localhost', ca: read('ca_cert.pem'), session: kept,
    });
    let tickets = 0;
    client.on('session', (session) => {
      tickets++;
      kept ??= session;
    });
    client.on('secureConnect', () => client.write('x'));
    client.resume();
    client.on('close', () => {
      if (left > 0) connect(left - 1);
      else server.close(done);
    });
    client.on('end', () => console.log(maxVersion, 'reused', client.isSessionReused(), 'tickets', tickets));
  };
  server.listen(0, '127.0.0.1', () => connect(3));
}
run('TLSv1.2', () => run('TLSv1.3'));
