// A socket of TLS over one that is destroyed in the same turn has nothing to say of it: no error, only the end, before that
// of the socket below.
'use strict';

const net = require('node:net');
const tls = require('node:tls');

function run(isServer, next) {
  const name = isServer ? 'server' : 'client';
  const listening = net.createServer((socket) => {
    const secure = new tls.TLSSocket(socket, { isServer });
    for (const event of ['error', 'end', 'close', '_tlsError']) {
      secure.on(event, (first) => console.log(name, event, first?.code ?? first));
    }
    socket.on('close', (hadError) => console.log(name, 'socket below close', hadError));
    socket.destroy();
    console.log(name, 'destroyed', socket.destroyed, secure.destroyed);
    process.nextTick(() => console.log(name, 'tick', secure.destroyed));
    setImmediate(() => console.log(name, 'immediate', secure.destroyed));
    listening.close();
  });
  listening.on('close', next);
  listening.listen(0, () => net.connect(listening.address().port).on('error', () => {}).resume());
}

run(false, () => run(true, () => {}));
