// What comes over a connection comes in poll, each event with its own ticks and promise jobs; an immediate made there runs
// before a timer of 0 that is made there.
'use strict';

const net = require('net');

const server = net.createServer((socket) => {
  console.log('connection');
  process.nextTick(() => console.log('tick of connection'));
  Promise.resolve().then(() => console.log('promise of connection'));
  socket.on('data', () => {
    console.log('data');
    setTimeout(() => console.log('timeout'), 0);
    setImmediate(() => {
      console.log('immediate');
      socket.end();
    });
    process.nextTick(() => console.log('tick of data'));
  });
  server.close();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => setTimeout(() => client.write('x'), 20));
  client.resume();
});
