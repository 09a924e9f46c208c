// Ticks and microtasks are drained after every read, whether one connection is ready in a poll round or a thousand are.
// Both ends are here: two thousand descriptors, more than the soft limit of most systems.
'use strict';

const net = require('net');

function run(connections, done) {
  const log = [];
  let waiting = connections;
  const server = net.createServer((socket) => {
    socket.on('data', (chunk) => {
      const number = chunk.toString();
      log.push(`data ${number}`);
      process.nextTick(() => {
        log.push(`tick ${number}`);
        Promise.resolve().then(() => log.push(`promise in tick ${number}`));
      });
      Promise.resolve().then(() => {
        log.push(`promise ${number}`);
        process.nextTick(() => log.push(`tick in promise ${number}`));
      });
      if (--waiting === 0) {
        setImmediate(() => {
          server.close();
          for (const one of sockets) one.destroy();
          done(log);
        });
      }
    });
  });
  const sockets = [];
  // All wait to be accepted together.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1100 }, () => {
    let connected = 0;
    for (let i = 0; i < connections; i++) {
      const socket = net.connect(server.address().port, '127.0.0.1', () => {
        if (++connected < connections) return;
        // All are written to before the loop polls: all are ready together.
        setImmediate(() => sockets.forEach((one, number) => one.write(`${number}`)));
      });
      sockets.push(socket);
    }
  });
}

// What happened between one read and the next.
function rounds(log) {
  const all = [];
  for (const line of log) {
    if (line.startsWith('data')) all.push([]);
    all.at(-1).push(line.replace(/ \d+$/, ''));
  }
  return all.map((round) => round.join(', '));
}

run(1, (one) => {
  console.log(rounds(one));
  run(1000, (many) => {
    const all = rounds(many);
    console.log(all.length, [...new Set(all)]);
  });
});
