// agentkeepalive: the server ends a connection that was idle for too long, just when the client takes it for another request.
'use strict';
const net = require('node:net');

const server = net.createServer((socket) => {
  const idle = setTimeout(() => socket.end(), 20);
  socket.on('data', (data) => {
    idle.refresh();
    socket.write(`answer to ${data}`);
  });
  socket.on('close', () => clearTimeout(idle));
  socket.on('error', () => {});
});

server.listen(0, () => {
  const socket = net.connect(server.address().port);
  let waiting = null;
  const request = (text, callback) => {
    waiting = callback;
    socket.write(text);
  };
  socket.on('data', (data) => {
    const callback = waiting;
    waiting = null;
    callback(String(data));
  });
  socket.on('close', () => {
    server.close();
    if (waiting) throw new Error('socket hang up: the connection was closed under the request');
  });
  request('one', (answer) => {
    console.log(answer);
    // The agent keeps the socket for 15 ms, which it takes to be less than the server does.
    setTimeout(() => request('two', (answer) => {
      console.log(answer);
      socket.end();
    }), 15);
  });
});
