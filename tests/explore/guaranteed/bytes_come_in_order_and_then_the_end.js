'use strict';
const assert = require('node:assert');
const net = require('node:net');
const events = [];
let text = '';
const server = net.createServer((socket) => {
  events.push('connection');
  socket.on('data', (data) => {
    assert(!events.includes('end'), 'data after the end');
    text += data;
  });
  socket.on('end', () => events.push('end'));
  socket.on('close', () => {
    events.push('close');
    server.close();
  });
});
server.listen(0, () => {
  events.push('listening');
  const socket = net.connect(server.address().port, () => {
    for (let i = 0; i < 4; i += 1) socket.write(String(i));
    socket.end('!');
  });
  socket.resume();
});
process.on('exit', () => {
  assert.strictEqual(text, '0123!');
  assert.deepStrictEqual(events, ['listening', 'connection', 'end', 'close']);
});
