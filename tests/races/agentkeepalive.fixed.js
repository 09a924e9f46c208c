// A request on a connection that the server has ended goes out again on a new one, which is not ended before its answer.
'use strict';
const net = require('node:net');

const server = net.createServer((socket) => {
  let idle = null;
  let text = '';
  socket.on('data', (data) => {
    text += data;
    if (!text.endsWith('\n')) return;
    clearTimeout(idle);
    socket.write(`answer to ${text}`);
    text = '';
    idle = setTimeout(() => socket.end(), 20);
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
    let answer = '';
    mine.on('data', (data) => {
      answer += data;
      if (!answer.endsWith('\n')) return;
      const { callback } = waiting;
      waiting = null;
      callback(answer.trim());
      answer = '';
    });
    mine.on('close', () => {
      if (mine === socket) socket = null;
      if (waiting) request(waiting.text, waiting.callback);
    });
  };
  const request = (text, callback) => {
    waiting = { text, callback };
    if (!socket || socket.destroyed || socket.readableEnded) connect();
    socket.write(`${text}\n`);
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
