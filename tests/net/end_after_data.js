// The end of a stream is read in the poll after that of its last bytes: the check phase comes between them.
'use strict';

const net = require('net');

const ways = {
  'end later': (socket) => setImmediate(() => socket.end('text')),
  'end': (socket) => socket.end('text'),
  'destroy': (socket) => socket.write('text', () => socket.destroy()),
};

function next([way, ...others]) {
  if (way === undefined) return;
  const server = net.createServer((socket) => {
    server.close();
    ways[way](socket.resume());
  });
  server.listen(0, '127.0.0.1', () => {
    const socket = net.connect(server.address().port, '127.0.0.1');
    socket.on('data', () => {
      console.log(way, 'data');
      setImmediate(() => console.log(way, 'immediate'));
    });
    socket.on('end', () => console.log(way, 'end'));
    socket.on('close', () => next(others));
    socket.end('x');
  });
}
next(Object.keys(ways));
