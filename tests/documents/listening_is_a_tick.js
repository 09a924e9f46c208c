// A server on a port of this machine listens at once; that it does is told by a tick.
'use strict';

const net = require('net');

const server = net.createServer();
server.listen(0, () => {
  console.log('listening', server.address().port > 0);
  server.close();
});
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
setImmediate(() => console.log('immediate'));
console.log('end of script', server.listening);
