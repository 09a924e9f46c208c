// Whether the client is still there is asked after the middleware.
'use strict';
const dns = require('node:dns');
const net = require('node:net');
const assert = require('node:assert');

const clients = new Map();

function middleware(socket, next) {
  dns.lookup('localhost', () => next());
}

const server = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.on('close', () => {
    clients.delete(socket);
    server.close();
  });
  socket.once('data', (name) => {
    middleware(socket, () => {
      if (!socket.destroyed) clients.set(socket, String(name));
    });
  });
});
server.listen(0, () => {
  const socket = net.connect(server.address().port, () => {
    socket.write('ada');
    setTimeout(() => socket.destroy(), 8);
  });
});
process.on('exit', () => {
  console.log(clients.size, 'clients');
  assert.strictEqual(clients.size, 0, 'a client is connected that is gone');
});
