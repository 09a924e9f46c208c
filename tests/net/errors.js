// What goes wrong with sockets: class, code, syscall, message and the order of the events.
'use strict';
const net = require('net');
const path = require('path');
const os = require('os');

const show = (error) => {
  const { name, code, errno, syscall, address } = error;
  const message = error.message.replace(/:\d+/g, ':PORT').replace(os.tmpdir(), 'TMP');
  return JSON.stringify({ name, code, errno, syscall, address: address?.replace(os.tmpdir(), 'TMP'), message });
};
const attempt = (name, body) => {
  try {
    body();
    console.log(name, 'did not throw');
  } catch (error) {
    console.log(name, error.name, error.code, error.message.split('\n')[0]);
  }
};

attempt('port', () => net.connect(70000));
attempt('no port', () => net.connect({}));
attempt('port type', () => net.connect({ port: true }));
attempt('local address', () => net.connect({ port: 1, localAddress: 'here' }));
attempt('listen port', () => net.createServer().listen(-1));
attempt('listen nothing', () => net.createServer().listen({}));
attempt('server options', () => net.createServer(5));
attempt('object mode', () => new net.Socket({ objectMode: true }));
attempt('onread', () => new net.Socket({ onread: { buffer: 1 } }));
attempt('lookup', () => net.connect({ port: 1, host: 'x', lookup: 1 }));

const steps = [
  function refused(next) {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => {
        const socket = net.connect(port, '127.0.0.1');
        socket.on('error', (error) => console.log('refused', show(error), error.port === port, socket.destroyed));
        socket.on('close', (hadError) => { console.log('close', hadError); next(); });
      });
    });
  },
  function noPipe(next) {
    const socket = net.connect(path.join(os.tmpdir(), 'roundel no such pipe'));
    socket.on('error', (error) => console.log('no pipe', show(error)));
    socket.on('close', (hadError) => { console.log('close', hadError); next(); });
  },
  function inUse(next) {
    const first = net.createServer().listen(0, '127.0.0.1', () => {
      const second = net.createServer().listen(first.address().port, '127.0.0.1');
      second.on('error', (error) => {
        console.log('in use', show(error), second.listening);
        attempt('again', () => first.listen(0));
        first.close(next);
      });
    });
  },
  function notRunning(next) {
    net.createServer().close((error) => { console.log('not running', show(error)); next(); });
  },
  function destroyed(next) {
    const socket = new net.Socket();
    socket.on('error', (error) => console.log('destroyed', error.code));
    socket.on('close', () => {
      socket.write('x', (error) => { console.log('write', error.code); next(); });
    });
    socket.destroy();
  },
  function destroyWhileConnecting(next) {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const socket = net.connect(server.address().port, '127.0.0.1');
      socket.write('never', (error) => console.log('pending write', error.code));
      socket.on('close', (hadError) => {
        console.log('close', hadError);
        server.close(next);
      });
      socket.destroy();
    });
  },
];
(function run() {
  const step = steps.shift();
  if (step) step(run);
})();
