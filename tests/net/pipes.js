// Servers and sockets by a path: where they are, what they say of themselves, and that the path goes with the server.
'use strict';
const net = require('net');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'roundel-'));
const name = path.join(folder, 'socket');
const server = net.createServer((socket) => {
  console.log('connection', socket.remoteAddress, socket.address());
  socket.end('hello');
});
server.listen(name, () => {
  console.log('listening', server.address() === name, fs.existsSync(name));
  const client = net.connect(name);
  client.on('connect', () => console.log('connect', client.readyState, client.remotePort));
  client.on('data', (data) => console.log('data', `${data}`));
  client.on('close', (hadError) => {
    console.log('close', hadError);
    server.close(() => {
      console.log('closed', fs.existsSync(name), server.address() === name);
      fs.rmdirSync(folder);
    });
  });
});
