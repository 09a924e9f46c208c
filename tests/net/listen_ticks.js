// How many ticks pass between `listen` and 'listening': one more where a host is given, which is looked up even if it is an
// address. A server that is closed in between never listens.
'use strict';

const net = require('net');
const os = require('os');
const path = require('path');

function ticks(count, label) {
  if (count === 0) return;
  process.nextTick(() => {
    console.log(label, count);
    ticks(count - 1, label);
  });
}

const name = path.join(os.tmpdir(), `listen-${process.pid}`);
const cases = [
  ['a host', [{ port: 0, host: '127.0.0.1' }]], ['any', [0]], ['a path', [name]], ['not ours', [1, '1.2.3.4']],
];

function next(index) {
  if (index === cases.length) {
    closedAtOnce();
    return;
  }
  const [label, args] = cases[index];
  const server = net.createServer();
  server.on('error', ({ code, syscall }) => console.log(label, code, syscall));
  server.on('listening', () => {
    console.log(label, 'listening');
    server.close(() => console.log(label, 'closed'));
    ticks(3, 'after close');
  });
  server.listen(...args);
  console.log(label, server.listening);
  ticks(4, label);
  setImmediate(next, index + 1);
}

function closedAtOnce() {
  const server = net.createServer();
  for (const event of ['listening', 'close']) server.on(event, () => console.log(event));
  server.listen(0, '127.0.0.1');
  server.close((error) => console.log(error.code));
  setImmediate(() => {
    server.listen(0, '127.0.0.1', () => server.close());
  });
}
next(0);
