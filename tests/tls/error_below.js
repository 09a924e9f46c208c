// The error of the stream below a secure one is told there too; the secure one is ended, but not by it.
const tls = require('tls');
const net = require('net');
const { Duplex } = require('stream');
const { readFileSync } = require('fs');
const path = require('path');

const read = (name) => readFileSync(path.join(__dirname, 'fixtures', name));

function over(raw) {
  const stream = new Duplex({
    read() { raw.resume(); },
    write(chunk, encoding, callback) { raw.write(chunk, callback); },
    final(callback) { raw.end(callback); },
    destroy(error, callback) { raw.destroy(); callback(error); },
  });
  raw.on('data', (chunk) => { if (!stream.push(chunk)) raw.pause(); });
  raw.on('end', () => stream.push(null));
  return stream;
}

function run(isEarly, done) {
  const server = tls.createServer({ key: read('server_key.pem'), cert: read('server_cert.pem') }, (socket) => {
    socket.on('error', () => {}).resume();
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1', () => {
    const raw = net.connect(server.address().port, '127.0.0.1');
    const socket = over(raw);
    const fail = () => {
      console.log('failing');
      socket.destroy(Object.assign(new Error('below'), { code: 'BELOW' }));
      console.log('failed');
    };
    const client = tls.connect({ socket, servername: 'localhost', ca: read('ca_cert.pem') }, () => {
      console.log('connected');
      if (!isEarly) setImmediate(fail);
    });
    for (const event of ['end', 'finish', 'error', 'close']) {
      client.on(event, (value) => console.log(event, value?.code ?? value, client.destroyed, client.errored?.code));
    }
    socket.on('close', () => console.log('below closed'));
    if (isEarly) setImmediate(fail);
    client.on('close', () => server.close(done));
  });
}
run(true, () => run(false, () => console.log('done')));
