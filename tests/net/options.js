// Timeouts, a buffer of the reader's own, half-open sockets, dropped connections, references, resets.
'use strict';
const net = require('net');

const steps = [
  function timeout(next) {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1');
      console.log(client.setTimeout(30, () => console.log('timeout callback')) === client, client.timeout);
      client.on('timeout', () => {
        console.log('timeout', client.destroyed);
        client.destroy();
        server.close(next);
      });
      server.on('connection', (socket) => socket.on('error', () => {}).resume());
    });
  },
  function ownBuffer(next) {
    const server = net.createServer((socket) => socket.end('hello world')).listen(0, '127.0.0.1', () => {
      const buffer = Buffer.alloc(4);
      let text = '';
      const client = net.connect({
        port: server.address().port,
        host: '127.0.0.1',
        onread: { buffer, callback(count, given) { text += given.toString('latin1', 0, count); return given === buffer; } },
      });
      client.on('data', () => console.log('never'));
      client.on('end', () => { console.log('own buffer', text, client.bytesRead); });
      client.on('close', () => server.close(next));
    });
  },
  function notHalfOpen(next) {
    const server = net.createServer((socket) => {
      socket.on('end', () => {
        console.log('end', socket.writable);
        process.nextTick(() => console.log('tick', socket.writable, socket.writableEnded));
      });
      socket.on('close', () => server.close(next));
      socket.resume();
    }).listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').resume().end());
  },
  function dropped(next) {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      server.maxConnections = 0;
      server.on('drop', (data) => {
        console.log('drop', data.remoteAddress, data.localFamily, data.localPort === server.address().port);
        server.close(next);
      });
      net.connect(server.address().port, '127.0.0.1').on('error', () => {}).resume();
    });
  },
  function reset(next) {
    const server = net.createServer((socket) => {
      socket.on('error', (error) => console.log('server error', error.code, error.syscall));
      socket.on('close', (hadError) => { console.log('server close', hadError); server.close(next); });
      socket.resume();
    }).listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1', () => client.resetAndDestroy());
      client.on('close', (hadError) => console.log('client close', hadError));
    });
  },
  function paused(next) {
    const server = net.createServer({ pauseOnConnect: true }, (socket) => {
      socket.on('data', (data) => console.log('data', `${data}`));
      socket.on('end', () => server.close(next));
      setTimeout(() => { console.log('resume', socket.readableFlowing); socket.resume(); }, 20);
    }).listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').end('later'));
  },
  function unreferenced(next) {
    const server = net.createServer().listen(0, () => {
      console.log(server.unref() === server, server.listening);
      server.getConnections((error, count) => { console.log(error, count); next(); });
    });
  },
];
(function run() {
  const step = steps.shift();
  if (step) step(run);
})();
