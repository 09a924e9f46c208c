// A server without connections that is closed says so by a tick, before what waits for the next turn.
'use strict';

const net = require('net');

const server = net.createServer();
server.on('close', () => console.log('close'));
server.listen(0, '127.0.0.1', () => setImmediate(() => {
  console.log('check');
  server.close();
  setImmediate(() => console.log('next check'));
  process.nextTick(() => console.log('tick'));
}));
