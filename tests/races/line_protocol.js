// Kin of them all: a message of a stream is taken for a whole line, which it is as long as it comes in one piece.
'use strict';
const net = require('node:net');
const assert = require('node:assert');

const server = net.createServer((socket) => {
  socket.on('data', (data) => {
    const { add } = JSON.parse(data);
    socket.end(String(add[0] + add[1]));
  });
});
server.listen(0, () => {
  const socket = net.connect(server.address().port, () => {
    socket.write('{"add":');
    socket.write('[1,2]}\n');
  });
  let answer = '';
  socket.on('data', (data) => { answer += data; });
  socket.on('end', () => {
    server.close();
    console.log(answer);
    assert.strictEqual(answer, '3');
  });
});
