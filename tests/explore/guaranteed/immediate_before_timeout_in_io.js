'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const net = require('node:net');
const check = (name) => {
  const order = [];
  setTimeout(() => {
    order.push('timeout');
    assert.deepStrictEqual(order, ['immediate', 'timeout'], name);
  }, 0);
  setImmediate(() => order.push('immediate'));
};
fs.stat(__filename, () => check('fs'));
fs.readFile(__filename, () => check('readFile'));
const server = net.createServer((socket) => {
  check('connection');
  socket.on('data', () => check('data'));
  socket.on('end', () => server.close());
});
server.listen(0, () => net.connect(server.address().port, function connected() {
  check('connect');
  this.end('x');
}));
