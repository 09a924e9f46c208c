// SO_KEEPALIVE, with a time of the program's own or with the system's, as the kernel lists it.
'use strict';
const fs = require('fs');
const net = require('net');

// The kind of the timer that runs for a connection: 2 for keep-alive.
function timerOf({ localPort, remotePort }) {
  const hex = (port) => port.toString(16).toUpperCase().padStart(4, '0');
  const lines = fs.readFileSync('/proc/net/tcp', 'latin1').split('\n');
  const line = lines.find((each) => each.includes(`:${hex(localPort)} `) && each.includes(`:${hex(remotePort)} `) &&
    each.indexOf(`:${hex(localPort)} `) < each.indexOf(`:${hex(remotePort)} `));
  const [kind, ticks] = line.trim().split(/\s+/)[5].split(':');
  return kind === '02' ? `keep-alive, ${parseInt(ticks, 16) > 100_000 ? 'the system\'s time' : 'its own time'}` : 'none';
}

const cases = [
  ['nothing', {}, () => {}],
  ['option', { keepAlive: true }, () => {}],
  ['option, delay', { keepAlive: true, keepAliveInitialDelay: 5000 }, () => {}],
  ['option, less than a second', { keepAlive: true, keepAliveInitialDelay: 500 }, () => {}],
  ['option, negative', { keepAlive: true, keepAliveInitialDelay: -5000 }, () => {}],
  ['method', {}, (socket) => socket.setKeepAlive(true)],
  ['method, delay', {}, (socket) => socket.setKeepAlive(true, 5000)],
  ['method, off again', {}, (socket) => socket.setKeepAlive(true, 5000).setKeepAlive(false)],
];

const server = net.createServer((socket) => socket.on('end', () => {})).listen(0, '127.0.0.1', next);

function next() {
  const one = cases.shift();
  if (one === undefined) {
    server.close();
    return;
  }
  const [name, options, change] = one;
  const socket = net.connect({ ...options, port: server.address().port, host: '127.0.0.1' }, () => {
    change(socket);
    console.log(`${name}: ${timerOf(socket)}`);
    socket.end();
  });
  socket.on('close', next);
}
