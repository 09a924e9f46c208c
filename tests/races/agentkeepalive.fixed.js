// A request on a connection that the server has ended goes out again on a new one.
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
  let socket = null;
  let waiting = null;
  const connect = () => {
    const mine = socket = net.connect(server.address().port);
    mine.on('error', () => {});
    mine.on('data', (data) => {
      const { callback } = waiting;
      waiting = null;
      callback(String(data));
    });
    mine.on('close', () => {
      if (mine === socket) socket = null;
      if (waiting) request(waiting.text, waiting.callback);
    });
  };
  const request = (text, callback) => {
    waiting = { text, callback };
    if (!socket || socket.destroyed || socket.readableEnded) connect();
    socket.write(text);
  };
  request('one', (answer) => {
    console.log(answer);
    setTimeout(() => request('two', (answer) => {
      console.log(answer);
      socket?.destroy();
      server.close();
    }), 15);
  });
});
