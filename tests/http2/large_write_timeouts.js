// A write that a slow reader holds up is activity while some of it goes on, and idleness when none does.
'use strict';
const fs = require('fs');
const http2 = require('http2');
const path = require('path');

const SIZE = 1_000_000;
const LIMIT_MS = 300;
const file = path.join(fs.mkdtempSync(path.join(require('os').tmpdir(), 'timeouts-')), 'large');
fs.writeFileSync(file, Buffer.alloc(SIZE, 68));
process.on('exit', () => fs.rmSync(path.dirname(file), { recursive: true }));

// Reads a third at a time and rests longer than the server waits.
function slow(name, respond) {
  return new Promise((resolve) => {
    const server = http2.createServer();
    server.on('stream', respond);
    server.setTimeout(LIMIT_MS);
    server.on('timeout', () => console.log(name, 'timeout'));
    server.listen(0, () => {
      const client = http2.connect(`http://localhost:${server.address().port}`);
      const request = client.request();
      let since = 0;
      let total = 0;
      request.on('data', ({ length }) => {
        since += length;
        total += length;
        if (since < SIZE / 3) return;
        since = 0;
        request.pause();
        setTimeout(() => request.resume(), LIMIT_MS + 100);
      });
      request.on('end', () => {
        console.log(name, total);
        client.close();
        server.close(resolve);
      });
    });
  });
}

function stuck() {
  return new Promise((resolve) => {
    const server = http2.createServer();
    let ticks = 0;
    server.on('stream', (stream) => {
      stream.respond();
      stream.end(Buffer.alloc(SIZE));
    });
    server.setTimeout(LIMIT_MS, (session) => {
      console.log('stuck: timeout', ++ticks);
      session.destroy();
      server.close(resolve);
    });
    server.listen(0, () => {
      const client = http2.connect(`http://localhost:${server.address().port}`);
      client.on('error', () => {});
      client.request().on('error', () => {}).on('response', () => {});
    });
  });
}

(async () => {
  await slow('written', (stream) => {
    stream.respond();
    stream.end(Buffer.alloc(SIZE));
  });
  await slow('file', (stream) => {
    stream.respondWithFile(file);
  });
  await stuck();
})();
