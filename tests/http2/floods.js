// Floods of a peer end its connection, each in its way, and nothing else.
// @timeout 30000
'use strict';
const http2 = require('http2');
const net = require('net');

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const frame = (type, flags, stream, payload = Buffer.alloc(0)) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};
// GET / of http://a
const request = Buffer.from([0x82, 0x86, 0x84, 0x41, 0x01, 0x61]);

const floods = {
  ping: () => Buffer.concat(Array(2000).fill(frame(6, 0, 0, Buffer.alloc(8)))),
  settings: () => Buffer.concat(Array(2000).fill(frame(4, 0, 0))),
  resets: (round) => {
    const frames = [];
    for (let i = 0; i < 500; i++) {
      const stream = (round * 500 + i) * 2 + 1;
      frames.push(frame(1, 5, stream, request), frame(3, 0, stream, Buffer.from([0, 0, 0, 8])));
    }
    return Buffer.concat(frames);
  },
  continuations: (round) => {
    const header = Buffer.concat([Buffer.from([0, 1, 0x61, 10]), Buffer.alloc(10, 'b')]);
    const frames = round === 0 ? [frame(1, 0, 1, request)] : [];
    for (let i = 0; i < 500; i++) frames.push(frame(9, 0, 1, header));
    return Buffer.concat(frames);
  },
};

const server = http2.createServer();
server.on('session', (session) => session.on('error', () => {}));
server.on('sessionError', () => {});
server.on('stream', (stream) => {
  stream.on('error', () => {});
  stream.respond();
  stream.end('x');
});

function flood(name, port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, () => {
      socket.write(PREFACE);
      socket.write(frame(4, 0, 0));
      let round = 0;
      const send = () => {
        if (socket.destroyed || socket.closed) return;
        if (round === 200) {
          console.log(name, 'went on for ever');
          socket.destroy();
          return;
        }
        socket.write(floods[name](round++), () => setImmediate(send));
      };
      send();
    });
    // Answers are never read where the flood is one of answers.
    if (name !== 'ping' && name !== 'settings') socket.resume();
    else setTimeout(() => socket.resume(), 300);
    socket.on('error', () => {});
    socket.on('close', () => {
      console.log(name, 'was ended');
      resolve();
    });
  });
}

server.listen(0, async () => {
  const { port } = server.address();
  for (const name of Object.keys(floods)) await flood(name, port);
  const client = http2.connect(`http://localhost:${port}`);
  const last = client.request();
  last.on('response', (headers) => console.log('others are served', headers[':status']));
  last.resume();
  last.on('close', () => {
    client.close();
    server.close();
  });
});
