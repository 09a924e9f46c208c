// Reads of many connections that are ready in one poll round: ticks and microtasks run between two of them, as they do when
// each comes alone, and what they write or close counts for the reads that follow.
'use strict';
const net = require('net');

const CONNECTIONS = 5;
const lines = [];
const log = (line) => lines.push(line);

function after(name) {
  process.nextTick(() => {
    log(`tick of ${name}`);
    Promise.resolve().then(() => log(`promise in the tick of ${name}`));
  });
  Promise.resolve().then(() => {
    log(`promise of ${name}`);
    process.nextTick(() => log(`tick in the promise of ${name}`));
  });
  setImmediate(() => log(`immediate of ${name}`));
}

// Long enough for what was written on this machine to have arrived.
function block(ms) {
  const until = Date.now() + ms;
  while (Date.now() < until);
}

// The server's sockets by the order in which they were connected, and their clients.
const served = [];
const clients = [];

const server = net.createServer((socket) => {
  served.push(socket);
  if (served.length === CONNECTIONS) setImmediate(together);
});

function connect() {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    clients.push(client);
    if (clients.length < CONNECTIONS) connect();
  });
  // One is reset, because its bytes were not read.
  client.on('error', () => {});
}
server.listen(0, '127.0.0.1', connect);

function together() {
  if (clients.length < CONNECTIONS) return setImmediate(together);
  let missing = CONNECTIONS;
  served.forEach((socket, number) => {
    socket.once('data', (data) => {
      log(`data ${number}: ${data}`);
      after(`data ${number}`);
      // The last one is closed by the tick of the first: its bytes are not read.
      if (number === 0) process.nextTick(() => served[CONNECTIONS - 1].destroy());
      if (--missing === 1) setImmediate(() => setImmediate(alone));
    });
  });
  clients.forEach((client, number) => client.write(`together ${number}`));
  block(50);
}

// The same, one at a time.
function alone() {
  const number = CONNECTIONS - 2;
  served[number].once('data', (data) => {
    log(`data ${number}: ${data}`);
    after(`alone ${number}`);
    setImmediate(() => {
      for (const socket of [...served, ...clients]) socket.destroy();
      server.close(() => console.log(lines.join('\n')));
    });
  });
  clients[number].write(`alone ${number}`);
}
