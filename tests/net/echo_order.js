// The events of a connection and of its server, in order, with ticks, promises and immediates between them.
'use strict';
const net = require('net');

const log = (...words) => console.log(...words);
const after = (name) => {
  process.nextTick(() => log(`  tick after ${name}`));
  Promise.resolve().then(() => log(`  promise after ${name}`));
};

const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  log('server: connection', socket.remoteFamily, socket.readyState);
  after('connection');
  socket.on('data', (data) => {
    log('server: data', data.length);
    after('server data');
    socket.write(`echo ${data}`);
  });
  socket.on('end', () => {
    log('server: end', socket.readyState);
    socket.end('bye');
  });
  socket.on('finish', () => log('server: finish'));
  socket.on('close', (hadError) => {
    log('server: socket close', hadError, socket.bytesRead, socket.bytesWritten);
    server.close(() => log('server: close'));
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port, address, family } = server.address();
  log('listening', address, family, port > 0);
  const client = net.connect(port, '127.0.0.1');
  log('client:', client.connecting, client.pending, client.readyState);
  for (const event of ['lookup', 'connectionAttempt', 'connect', 'ready', 'end', 'finish', 'drain', 'timeout']) {
    client.on(event, () => {
      log(`client: ${event}`, client.readyState);
      after(event);
    });
  }
  client.setEncoding('utf8');
  let received = '';
  client.on('data', (text) => {
    received += text;
    if (received === 'echo hello') client.end();
  });
  client.on('close', (hadError) => log('client: close', hadError, received, client.bytesRead, client.bytesWritten));
  client.on('connect', () => client.write('hello', () => log('client: written')));
});
