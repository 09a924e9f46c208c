// An error of a connection that stands is told, and does not end it: the peer's end does.
const tls = require('tls');
const { readFileSync } = require('fs');
const path = require('path');

const read = (name) => readFileSync(path.join(__dirname, 'fixtures', name));

// A server that wants a certificate finds out that there is none when the client has long been connected.
function run(isEnding, done) {
  const server = tls.createServer({
    key: read('server_key.pem'), cert: read('server_cert.pem'), ca: read('ca_cert.pem'), requestCert: true, rejectUnauthorized: true,
  }, () => console.log('accepted'));
  server.on('tlsClientError', (error) => console.log('tlsClientError', error.code));
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    const client = tls.connect({ port, host: '127.0.0.1', servername: 'localhost', ca: read('ca_cert.pem') }, () => {
      console.log('connected');
      client.write('x', (error) => console.log('wrote', error ?? null));
      if (isEnding) client.end('the last', () => console.log('ended'));
    });
    for (const event of ['end', 'finish', 'error', 'close']) {
      client.on(event, (value) => console.log(event, value?.code ?? value, client.destroyed, client.errored?.code));
    }
    client.resume();
    client.on('close', () => server.close(done));
  });
}
run(true, () => run(false, () => console.log('done')));
