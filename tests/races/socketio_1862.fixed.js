// Who is gone is not counted any more.
'use strict';
const fs = require('node:fs');
const net = require('node:net');
const assert = require('node:assert');

const connected = new Set();
const server = net.createServer((socket) => {
  fs.stat(__filename, () => { if (!socket.destroyed) connected.add(socket); });
  socket.on('close', () => {
    connected.delete(socket);
    server.close();
  });
  socket.resume();
});
server.listen(0, () => {
  const client = net.connect(server.address().port, () => setTimeout(() => client.end(), 5));
  client.resume();
});
process.on('exit', () => {
  console.log(connected.size, 'connected');
  assert.strictEqual(connected.size, 0, 'a client is counted that is gone');
});
