// Observers of 'http2' entries are told of each stream and of each session when they are over.
'use strict';
const http2 = require('http2');
const { PerformanceObserver, PerformanceEntry } = require('perf_hooks');

console.log(PerformanceObserver.supportedEntryTypes.includes('http2'));
const lines = [];
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { detail, name } = entry;
    const { type, id, framesReceived, framesSent, bytesRead, bytesWritten, maxConcurrentStreams, streamCount } = detail;
    lines.push([
      name, entry.entryType, entry instanceof PerformanceEntry, entry.duration > 0, type, id, framesReceived, framesSent, bytesRead,
      bytesWritten, maxConcurrentStreams, streamCount, detail.pingRTT > 0, typeof detail.streamAverageDuration,
      typeof detail.timeToFirstByte, typeof detail.timeToFirstByteSent, typeof detail.timeToFirstHeader, Object.keys(detail).join(),
    ].join(' '));
  }
});
observer.observe({ type: 'http2' });

const server = http2.createServer();
server.on('stream', (stream) => {
  stream.respond({ ':status': 200 });
  stream.resume();
  stream.end('hello world');
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('connect', () => client.ping(() => {
    const request = client.request({ ':path': '/', ':method': 'POST' });
    request.end('abc');
    request.resume();
    request.on('close', () => setTimeout(() => {
      client.close();
      server.close();
    }, 50));
  }));
});
process.on('exit', () => console.log(lines.sort().join('\n')));
