// The end of a stream goes with its last frame of data when it is known in time.
'use strict';
const http2 = require('http2');
const { PerformanceObserver } = require('perf_hooks');

const server = http2.createServer();
server.on('stream', (stream, headers) => {
  stream.respond({ ':status': 200 });
  switch (headers[':path']) {
    case '/single': stream.end('OK'); break;
    case '/sequential':
      stream.write('OK');
      stream.end();
      break;
    case '/tick':
      stream.write('OK');
      process.nextTick(() => stream.end());
      break;
    case '/immediate':
      stream.write('OK');
      setImmediate(() => stream.end());
      break;
    case '/delayed': stream.write('OK', () => stream.end()); break;
    default: stream.end();
  }
});

async function count(path) {
  const frames = new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      for (const { name, detail } of list.getEntries()) {
        if (name !== 'Http2Session' || detail.type !== 'client') continue;
        observer.disconnect();
        resolve(detail.framesReceived);
      }
    });
    observer.observe({ type: 'http2' });
  });
  const client = http2.connect(`http://localhost:${server.address().port}`, () => {
    const request = client.request({ ':path': path });
    request.resume();
    request.on('end', () => client.close());
  });
  console.log(path, await frames);
}

server.listen(0, async () => {
  for (const path of ['/single', '/sequential', '/tick', '/immediate', '/delayed', '/empty']) await count(path);
  server.close();
});
