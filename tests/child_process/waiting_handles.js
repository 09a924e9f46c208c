// A child that dies while handles wait to be sent to it: its channel is gone when it closes.
'use strict';
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', () => process.exit(3));
  process.send('ready');
  return;
}
const server = net.createServer((socket) => socket.on('error', () => {}));
server.listen(0, () => {
  const child = fork(__filename, ['child']);
  child.on('error', () => {});
  child.once('message', () => {
    for (let i = 0; i < 3; i++) {
      const socket = net.connect(server.address().port, () => child.send(`handle ${i}`, socket, () => {}));
      socket.on('error', () => {});
    }
  });
  child.on('disconnect', () => console.log('disconnect', child.connected, child.channel));
  child.on('close', (code) => {
    console.log('close', code, child.connected, child.channel);
    server.close();
    // Connections that nobody took.
    setTimeout(() => process.exit(), 50);
  });
});
