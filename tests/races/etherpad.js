// etherpad #2674: a pad that is asked for twice while it is loaded is there twice; what is written to one is lost.
'use strict';
const fs = require('node:fs');
const net = require('node:net');
const assert = require('node:assert');

const pads = new Map();

function getPad(id, callback) {
  if (pads.has(id)) return callback(pads.get(id));
  fs.readFile(__filename, () => {
    const pad = { text: [] };
    pads.set(id, pad);
    callback(pad);
  });
}

let open = 2;
const server = net.createServer((socket) => {
  socket.on('data', (data) => getPad('pad', (pad) => {
    pad.text.push(String(data));
    socket.end();
    open -= 1;
    if (open === 0) server.close();
  }));
});
server.listen(0, () => {
  const write = (text) => {
    const socket = net.connect(server.address().port, () => socket.write(text));
    socket.resume();
  };
  write('a');
  setTimeout(write, 6, 'b');
});
process.on('exit', () => {
  const { text } = pads.get('pad');
  console.log(text.sort().join(''));
  assert.strictEqual(text.length, 2, 'what somebody wrote is lost');
});
