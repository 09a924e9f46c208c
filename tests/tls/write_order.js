// When writes of TLS are called back: over a socket at the start of the check phase, all of them before the ticks of the first;
// over any other stream in immediates of their own.
'use strict';
const net = require('net');
const tls = require('tls');
const { Duplex } = require('stream');
const { readFileSync } = require('fs');
const { join } = require('path');

const fixture = (name) => readFileSync(join(__dirname, 'fixtures', name));

function overSocket(raw) {
  const duplex = new Duplex({
    read() { raw.resume(); },
    write(part, encoding, callback) { raw.write(part, callback); },
    final(callback) { raw.end(callback); },
    destroy(error, callback) { raw.destroy(); callback(error); },
  });
  raw.on('data', (part) => { if (!duplex.push(part)) raw.pause(); });
  raw.on('end', () => duplex.push(null));
  raw.on('error', (error) => duplex.destroy(error));
  return duplex;
}

// `writer` is the end that writes three times; what it sees is told.
function scene(name, version, writer, isDuplex, done) {
  const log = [];
  let immediates = 0;
  const say = (text) => {
    log.push(text);
    process.nextTick(() => log.push(`  tick after ${text}`));
    Promise.resolve().then(() => log.push(`  microtask after ${text}`));
  };
  const write = (socket) => {
    const count = () => {
      immediates++;
      say(`immediate ${immediates}`);
      if (immediates < 4) setImmediate(count);
    };
    setImmediate(count);
    for (let i = 0; i < 3; i++) socket.write(`part ${i}`, () => say(`wrote ${i}`));
    process.nextTick(() => say('tick'));
  };
  const server = tls.createServer({ key: fixture('server_key.pem'), cert: fixture('server_cert.pem'), maxVersion: version }, (socket) => {
    socket.resume();
    if (writer === 'server') write(socket);
    socket.on('end', () => socket.end());
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    const place = isDuplex ? { socket: overSocket(net.connect(port, '127.0.0.1')) } : { port, host: '127.0.0.1' };
    const client = tls.connect({ ...place, ca: fixture('ca_cert.pem'), servername: 'localhost' }, () => {
      if (writer === 'client') write(client);
      setTimeout(() => client.end(), 100);
    });
    client.resume();
    client.on('close', () => server.close(() => {
      console.log([name, ...log].join('\n'));
      done();
    }));
  });
}

const scenes = [];
for (const version of ['TLSv1.2', 'TLSv1.3']) {
  for (const writer of ['server', 'client']) scenes.push([`${writer}, ${version}`, version, writer, false]);
  scenes.push([`client over a stream, ${version}`, version, 'client', true]);
}
const next = () => {
  const one = scenes.shift();
  if (one) scene(...one, next);
};
next();
