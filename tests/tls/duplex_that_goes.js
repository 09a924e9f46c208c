// A secure socket over a stream that is destroyed or never writes: what becomes of its own writes and of its end.
const tls = require('tls');
const net = require('net');
const { Duplex } = require('stream');
const { readFileSync } = require('fs');
const path = require('path');

const read = (name) => readFileSync(path.join(__dirname, 'fixtures', name));

function run(label, isEarly, act) {
  return new Promise((resolve) => {
    const log = (...args) => console.log(label, ...args);
    const told = (what) => (error) => log(what, error?.code ?? null);
    const server = tls.createServer({ key: read('server_key.pem'), cert: read('server_cert.pem'), allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {}).resume();
    });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1', () => {
      const raw = net.connect(server.address().port, '127.0.0.1');
      raw.on('error', () => {});
      const held = { write: false, final: false, then() {} };
      const hold = () => setTimeout(() => held.then(), 10);
      const below = new Duplex({
        read() { raw.resume(); },
        write(chunk, encoding, callback) { held.write ? hold() : raw.write(chunk, callback); },
        final(callback) { held.final ? hold() : raw.end(callback); },
        destroy(error, callback) { raw.destroy(); callback(error); },
      });
      raw.on('data', (chunk) => { if (!below.push(chunk)) raw.pause(); });
      raw.on('end', () => below.push(null));
      const client = tls.connect({ socket: below, servername: 'localhost', ca: read('ca_cert.pem') });
      for (const event of ['prefinish', 'finish', 'end', 'error', 'close']) {
        client.on(event, (value) => log(event, value instanceof Error ? value.message : value));
      }
      for (const event of ['error', 'close']) below.on(event, () => log('below', event));
      const begin = () => act({ client, below, held, told });
      if (isEarly) begin();
      else client.on('secureConnect', () => setTimeout(begin, 20));
      client.on('close', () => setTimeout(() => server.close(resolve), 20));
    });
  });
}

const dead = () => new Error('dead');

(async () => {
  await run('end held', false, ({ client, below, held, told }) => {
    held.final = true;
    client.end('x', told('ended'));
    held.then = () => below.destroy(dead());
  });
  await run('last write held', false, ({ client, below, held, told }) => {
    held.write = true;
    client.end('x', told('ended'));
    held.then = () => below.destroy(dead());
  });
  await run('farewell held', false, ({ client, below, held, told }) => {
    held.write = true;
    client.end(told('ended'));
    held.then = () => below.destroy(dead());
  });
  await run('write held, destroyed above', false, ({ client, held, told }) => {
    held.write = true;
    client.write('x', told('wrote'));
    held.then = () => client.destroy();
  });
  for (const error of [dead(), undefined]) {
    await run('writes held', false, ({ client, below, held, told }) => {
      held.write = true;
      client.write('x', told('wrote x'));
      client.write('y', told('wrote y'));
      held.then = () => below.destroy(error);
    });
  }
  await run('at once', true, ({ below }) => below.destroy());
  await run('at once, with an error', true, ({ below }) => below.destroy(dead()));
  await run('at once, under a write', true, ({ client, below, told }) => {
    client.write('x', told('wrote'));
    below.destroy();
  });
  await run('under the end', false, ({ client, below, told }) => {
    client.end('x', told('ended'));
    below.destroy();
  });
  await run('under a write', false, ({ client, below, told }) => {
    client.write('x', told('wrote'));
    below.destroy(dead());
  });
  await run('ended below, then destroyed', false, ({ client, below, held, told }) => {
    held.write = true;
    client.write('x', told('wrote'));
    below.push(null);
    held.then = () => below.destroy();
  });
})();
