// Over a stream of the program's own, output comes in nghttp2's pieces, and padding is what was asked for.
'use strict';
const http2 = require('http2');
const { Duplex } = require('stream');

class Side extends Duplex {
  other = undefined;
  waiting = undefined;

  _read() {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.();
  }

  _write(chunk, encoding, callback) {
    this.other.push(chunk);
    this.other.waiting = callback;
  }

  _final(callback) {
    this.other.on('end', callback);
    this.other.push(null);
  }
}

function exchange(name, paddingStrategy) {
  return new Promise((resolve) => {
    const [near, far] = [new Side(), new Side()];
    [near.other, far.other] = [far, near];
    const sizes = { client: [], server: [] };
    far.on('data', (chunk) => sizes.client.push(chunk.length));
    near.on('data', (chunk) => sizes.server.push(chunk.length));
    const server = http2.createServer({ paddingStrategy });
    server.on('stream', (stream) => {
      stream.respond({ 'content-type': 'text/html', ':status': 200 });
      stream.end('<h1>Hello World.</h1>');
    });
    server.emit('connection', far);
    const client = http2.connect('http://localhost:80', { paddingStrategy, createConnection: () => near });
    const request = client.request({ ':path': '/a' });
    let body = '';
    request.setEncoding('utf8').on('data', (text) => { body += text; });
    request.on('close', () => {
      console.log(name, body, JSON.stringify(sizes));
      near.destroy();
      far.destroy();
      resolve();
    });
  });
}

async function backpressure() {
  const [near, far] = [new Side(), new Side()];
  [near.other, far.other] = [far, near];
  const server = http2.createServer();
  server.emit('connection', far);
  const client = http2.connect('http://localhost:80', { createConnection: () => near });
  const request = client.request({ ':path': '/' });
  request.setEncoding('utf8');
  const stream = await new Promise((resolve) => server.on('stream', resolve));
  stream.respond();
  request._readableState.highWaterMark = 20;
  stream._writableState.highWaterMark = 20;
  stream.on('drain', () => console.log('drain'));
  request.on('data', (text) => console.log('data', text.length));
  console.log(stream.write('A'.repeat(5)), stream.write('A'.repeat(40)));
  await new Promise((resolve) => stream.once('drain', resolve));
  const finished = new Promise((resolve) => stream.on('finish', resolve));
  stream.end('B'.repeat(40));
  await Promise.all([finished, new Promise((resolve) => request.on('end', resolve))]);
  near.destroy();
  far.destroy();
}

const { PADDING_STRATEGY_NONE, PADDING_STRATEGY_ALIGNED, PADDING_STRATEGY_MAX } = http2.constants;
(async () => {
  await exchange('none', PADDING_STRATEGY_NONE);
  await exchange('aligned', PADDING_STRATEGY_ALIGNED);
  await exchange('max', PADDING_STRATEGY_MAX);
  await backpressure();
})();
