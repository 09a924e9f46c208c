// A line is over when its end has come.
'use strict';
const net = require('node:net');
const assert = require('node:assert');

const server = net.createServer((socket) => {
  let text = '';
  socket.on('data', (data) => {
    text += data;
    if (!text.endsWith('\n')) return;
    const { add } = JSON.parse(text);
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
