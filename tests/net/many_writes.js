// Bytes arrive whole and in order: many small writes, one large one, corked ones, and a reader that pauses.
'use strict';
const net = require('net');

let expected = 0;
const sum = (state, bytes) => {
  for (let i = 0; i < bytes.length; i++) state = (state * 31 + bytes[i]) >>> 0;
  return state;
};

const server = net.createServer((socket) => {
  let state = 0;
  let total = 0;
  let pauses = 0;
  socket.on('data', (chunk) => {
    state = sum(state, chunk);
    total += chunk.length;
    if (pauses < 5) {
      pauses++;
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    }
  });
  socket.on('end', () => {
    console.log('received', total, state === expected);
    server.close();
  });
});

server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    const send = (bytes) => {
      expected = sum(expected, bytes);
      return client.write(bytes);
    };
    for (let i = 0; i < 1000; i++) send(Buffer.from(`line ${i}\n`));
    client.cork();
    for (let i = 0; i < 100; i++) send(Buffer.alloc(100, i));
    client.uncork();
    const large = Buffer.alloc(5 * 1024 * 1024);
    for (let i = 0; i < large.length; i++) large[i] = i * 7;
    console.log('fits', send(large));
    client.on('drain', () => {
      console.log('drained', client.writableLength);
      client.end();
    });
    client.on('close', () => console.log('closed', client.bytesWritten));
  });
});
