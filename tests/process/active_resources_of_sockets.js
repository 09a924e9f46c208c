// getActiveResourcesInfo names requests before handles, and a socket as long as it is there: before it is connected or bound,
// while it is paused, until it is closed. The pipes of the standard descriptors are not of interest here.
const dgram = require('dgram');
const fs = require('fs');
const net = require('net');

const show = (when) => {
  const names = process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap' && name !== 'TTYWrap');
  console.log(`${when}: ${names.join(' ')}`);
};

show('at first');
const unbound = dgram.createSocket('udp4');
show('not bound');
unbound.unref();
show('not bound, without reference');
unbound.close();

const server = net.createServer((connection) => {
  connection.pause();
  setTimeout(() => {
    show('paused');
    connection.end('bytes');
    connection.resume();
  }, 20);
  connection.on('end', () => show('the connection ends'));
  connection.on('close', () => {
    show('the connection is closed');
    server.close(() => show('the server is closed'));
  });
});
show('not listening');
server.listen(0, '127.0.0.1', () => {
  show('listening');
  fs.stat('.', () => setImmediate(connect));
  show('with a request');
});

function connect() {
  const client = net.connect(server.address().port, '127.0.0.1');
  show('before it connects');
  process.nextTick(() => show('connecting'));
  fs.stat('.', () => {});
  show('with another request');
  client.on('data', () => show('data'));
  client.on('end', () => show('the client ends'));
}
process.on('exit', () => show('at exit'));
