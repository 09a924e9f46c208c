// A chunk is a Buffer with memory of its own, however long it is: nobody else's bytes are in it, and it can be given away.
// Text in latin1 is written as the low bytes of its units.
'use strict';
const net = require('net');

const lengths = [1, 999, 1000, 1001, 2048, 40000];

function describe(chunk) {
  const { buffer, byteOffset, length } = chunk;
  const isOwn = byteOffset === 0 && buffer.byteLength === length;
  const sum = chunk.reduce((before, byte) => (before * 31 + byte) % 65521, 0);
  const moved = structuredClone(chunk, { transfer: [buffer] });
  return `${Buffer.isBuffer(chunk)} ${isOwn} ${sum} ${moved.length} ${chunk.length} ${buffer.byteLength}`;
}

const server = net.createServer((socket) => {
  const kept = [];
  socket.on('data', (chunk) => {
    kept.push(chunk);
    socket.write('next');
  });
  socket.on('end', () => {
    // What came first is what it was, though others came after it. How the kernel cuts what is long is its affair.
    for (const [index, length] of lengths.entries()) {
      if (length > 2048) break;
      console.log(length, kept[index].length, describe(kept[index]));
    }
    console.log('all', kept.reduce((sum, chunk) => sum + chunk.length, 0));
    socket.end();
    server.close();
  });
});

server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  let sent = 0;
  const send = () => {
    if (sent === lengths.length) {
      socket.end();
      return;
    }
    socket.write(Buffer.from(Array.from({ length: lengths[sent] }, (_, at) => (at * 7 + sent) & 255)));
    sent++;
  };
  let answers = 0;
  socket.on('connect', send);
  socket.on('data', () => {
    // The last one may be answered more than once.
    if (answers++ < lengths.length) send();
  });
  socket.on('close', texts);
});

function texts() {
  const listener = net.createServer((socket) => {
    const received = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('end', () => {
      console.log(Buffer.concat(received).toString('hex'), socket.bytesRead);
      listener.close();
    });
  });
  listener.listen(0, '127.0.0.1', () => {
    const socket = net.connect(listener.address().port, '127.0.0.1', () => {
      socket.write('caf\u00e9 ', 'latin1');
      socket.write('\u0141\u20ac ', 'binary');
      socket.write('\u00e9 ', 'ascii');
      socket.cork();
      socket.write('\u00ff', 'latin1');
      socket.write('\u00ff', 'utf8');
      socket.write(Buffer.from([1, 2]));
      socket.write('0a0b', 'hex');
      socket.uncork();
      socket.end('\u00e9', 'latin1');
      console.log(socket.bytesWritten);
    });
  });
}
