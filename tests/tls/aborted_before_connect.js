// A socket whose signal was aborted before it was made tells of it and is as new all the same: asked to connect, it does.
// Of one of TLS the session is gone by then, unless the connection is begun before the ticks are done, and so a connection
// that is made later ends at once. A server that waits for its connections is not held up by it.
'use strict';

const net = require('node:net');
const tls = require('node:tls');

const aborted = AbortSignal.abort();

function watch(name, socket, events) {
  for (const event of events) {
    socket.on(event, (first) => console.log(name, event, first?.code ?? first, socket.destroyed, socket.errored?.code));
  }
}

const lookups = {
  later: (name, options, callback) => setImmediate(callback, null, [{ address: '127.0.0.1', family: 4 }]),
  'much later': (name, options, callback) => setTimeout(callback, 20, null, [{ address: '127.0.0.1', family: 4 }]),
};

function connectBy(name, lookup, next) {
  const server = net.createServer((socket) => {
    console.log(name, 'connection');
    socket.resume();
    socket.on('error', (error) => console.log(name, 'server socket error', error.code));
    socket.on('close', () => console.log(name, 'server socket close'));
    server.close(() => {
      console.log(name, 'server close');
      next();
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const socket = tls.connect({ port: server.address().port, host: 'a.name', lookup, signal: aborted });
    console.log(name, 'made', socket.destroyed, socket.connecting);
    watch(name, socket, ['error', 'connect', 'secureConnect', 'close']);
  });
}

function unconnected(next) {
  const sockets = { net: new net.Socket({ signal: aborted }), tls: new tls.TLSSocket(undefined, { signal: aborted }) };
  for (const [name, socket] of Object.entries(sockets)) {
    console.log(name, 'made', socket.destroyed, socket.errored);
    watch(name, socket, ['error', 'close']);
    process.nextTick(() => console.log(name, 'tick', socket.destroyed));
  }
  setImmediate(next);
}

unconnected(() => connectBy('later', lookups.later, () => connectBy('much later', lookups['much later'], () => {})));
