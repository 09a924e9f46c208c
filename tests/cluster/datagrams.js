// Workers that bind to one address share one socket of the primary's; one that asks for its own gets an error if the port
// is taken.
'use strict';

const cluster = require('cluster');
const dgram = require('dgram');

if (cluster.isPrimary) {
  const WORKERS = 2;
  const ports = new Set();
  const heard = [];
  const workers = Array.from({ length: WORKERS }, () => cluster.fork());
  let listening = 0;
  let finished = 0;
  // Whether a worker has ended when its channel has is the kernel's affair.
  const ends = [];
  process.on('exit', () => console.log(ends.sort()));
  cluster.on('listening', (worker, { addressType, address, fd, port }) => {
    heard.push(JSON.stringify({ addressType, address, fd }));
    ports.add(port);
    if (++listening < WORKERS) return;
    console.log(...new Set(heard), 'ports:', ports.size);
    workers[0].send([...ports][0]);
  });
  for (const worker of workers) {
    worker.on('message', (message) => {
      console.log(message);
      if (++finished === 1) {
        const sender = dgram.createSocket('udp4');
        sender.send('hello', [...ports][0], '127.0.0.1', () => sender.close());
      } else if (finished === 2) {
        cluster.disconnect(() => ends.push('all gone'));
      }
    });
    worker.on('exit', (code, signal) => ends.push(`exit ${code} ${signal} ${worker.exitedAfterDisconnect}`));
  }
} else {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (bytes) => process.send(`received ${bytes}`));
  socket.bind(0, '127.0.0.1');
  process.on('message', (port) => {
    const own = dgram.createSocket('udp4');
    own.on('error', ({ code, syscall }) => process.send(`own socket: ${code} ${syscall}`));
    own.bind({ port, address: '127.0.0.1', exclusive: true });
  });
}
