// What is written while the end of a handshake is told goes out after the handshake that is asked for beside it; and an
// error that the peer has told of is followed by the end, however the connection ends.
const tls = require('tls');
const { readFileSync } = require('fs');
const path = require('path');

const read = (name) => readFileSync(path.join(__dirname, 'fixtures', name));
const identity = { key: read('server_key.pem'), cert: read('server_cert.pem') };

function renegotiate(isLater, done) {
  const server = tls.createServer({ ...identity, maxVersion: 'TLSv1.2' }, (socket) => {
    socket.on('data', (chunk) => console.log('server data', `${chunk}`));
    socket.on('secure', () => console.log('server secure'));
    socket.on('end', () => console.log('server end'));
    socket.on('close', () => server.close(done));
  });
  server.listen(0, '127.0.0.1', () => {
    const client = tls.connect({ port: server.address().port, host: '127.0.0.1', servername: 'localhost', ca: read('ca_cert.pem') });
    client.once('secureConnect', () => {
      const act = () => {
        client.write('a', () => console.log('wrote a'));
        client.write('b', () => console.log('wrote b'));
        client.renegotiate({}, (error) => {
          console.log('renegotiated', error);
          client.end();
        });
      };
      if (isLater) setImmediate(act);
      else act();
    });
    for (const event of ['end', 'finish', 'error', 'close']) client.on(event, () => console.log(event));
    client.resume();
  });
}

// The server wants a certificate and gets none, but much else that it never reads.
function refuse() {
  const server = tls.createServer({ ...identity, requestCert: true, ca: read('ca_cert.pem') });
  server.on('tlsClientError', () => console.log('server refuses'));
  server.listen(0, '127.0.0.1', () => {
    const client = tls.connect({ port: server.address().port, host: '127.0.0.1', servername: 'localhost', ca: read('ca_cert.pem') });
    client.on('secureConnect', () => {
      client.write(Buffer.alloc(200_000));
      client.end(Buffer.alloc(200_000));
    });
    client.on('error', (error) => console.log('error', error.code));
    client.on('end', () => console.log('end'));
    client.on('close', (hadError) => {
      console.log('close', hadError);
      server.close();
    });
    client.resume();
  });
}

renegotiate(false, () => renegotiate(true, refuse));
