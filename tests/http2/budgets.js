// What a peer may cost: the memory of a session, and frames that say nothing.
'use strict';
const http2 = require('http2');
const net = require('net');

function memory() {
  return new Promise((resolve) => {
    const server = http2.createServer({ maxSessionMemory: 1 });
    server.on('stream', (stream) => {
      stream.on('error', () => {});
      stream.respond();
      stream.end(Buffer.alloc(2e6));
    });
    server.listen(0, () => {
      const client = http2.connect(`http://localhost:${server.address().port}`);
      const first = client.request();
      first.on('response', () => {
        first.pause();
        // The rest of the first answer waits in the server.
        const second = client.request();
        second.on('error', (error) => console.log(error.code, error.message));
        second.on('close', () => {
          console.log('closed', second.rstCode);
          server.close();
          client.destroy();
          resolve();
        });
      });
    });
  });
}

// A server that answers with so many empty frames of data before the last one.
function emptyFrames(count, maxSessionInvalidFrames) {
  return new Promise((resolve) => {
    const frame = (type, flags, id, payload = []) => [0, 0, payload.length, type, flags, 0, 0, 0, id, ...payload];
    const answer = [...frame(4, 0, 0), ...frame(4, 1, 0), ...frame(1, 4, 1, [0x88])];
    for (let i = 0; i < count; i++) answer.push(...frame(0, 0, 1));
    answer.push(...frame(0, 1, 1, [65]));
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write(Buffer.from(answer)));
    });
    server.listen(0, () => {
      const client = http2.connect(`http://localhost:${server.address().port}`, { maxSessionInvalidFrames });
      client.on('error', (error) => console.log('session', error.code, error.message));
      client.on('close', () => server.close(resolve));
      const request = client.request();
      request.on('error', (error) => console.log('stream', error.code, error.message));
      request.on('data', (data) => console.log('data', data.length));
      request.on('close', () => {
        console.log(count, maxSessionInvalidFrames, 'closed', request.rstCode);
        client.destroy();
      });
    });
  });
}

(async () => {
  await memory();
  await emptyFrames(1, 0);
  await emptyFrames(2, 0);
  await emptyFrames(3, 2);
  await emptyFrames(4, 2);
})();
