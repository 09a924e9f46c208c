// A datagram socket is sent to a child: both have it, and who receives is whoever still listens.
'use strict';

const childProcess = require('child_process');
const dgram = require('dgram');

if (process.argv[2] === 'child') {
  process.once('message', (message, socket) => {
    console.log('child got', message, socket instanceof dgram.Socket, socket.type, socket.address().address);
    socket.on('message', (bytes, { address, family, size }) => {
      console.log('child received', `${bytes}`, address, family, size);
      socket.close(() => process.disconnect());
    });
    process.send('ready');
  });
} else {
  const socket = dgram.createSocket('udp4');
  socket.bind(0, '127.0.0.1', () => {
    const { port } = socket.address();
    const child = childProcess.fork(__filename, ['child']);
    child.send('take it', socket, (error) => console.log('sent', error));
    child.once('message', (message) => {
      console.log('parent hears', message);
      // It is the child's alone.
      socket.close(() => {
        const sender = dgram.createSocket('udp4');
        sender.send('hello', port, '127.0.0.1', () => sender.close());
      });
    });
    child.on('exit', (code) => console.log('child ended', code));
  });
}
