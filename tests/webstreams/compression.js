// CompressionStream and DecompressionStream: every format there and back, in pieces, and what is refused.
'use strict';

const zlib = require('zlib');

const settle = (label, promise) => promise.then((value) => console.log(label, value), (error) => console.log(label, '!', error.name, error.code));
const through = async (bytes, transform) => {
  const chunks = [];
  const source = new ReadableStream({ start(c) { for (let i = 0; i < bytes.length; i += 1000) c.enqueue(bytes.subarray(i, i + 1000)); c.close(); } });
  for await (const chunk of source.pipeThrough(transform)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

(async () => {
  const text = Buffer.from('hello, hello, hello '.repeat(500));
  for (const format of ['gzip', 'deflate', 'deflate-raw', 'brotli']) {
    const packed = await through(text, new CompressionStream(format));
    const back = await through(packed, new DecompressionStream(format));
    console.log(format, packed.length < text.length, back.equals(text));
  }
  console.log(zlib.gunzipSync(await through(text, new CompressionStream('gzip'))).equals(text));
  console.log((await through(zlib.deflateSync(text), new DecompressionStream('deflate'))).equals(text));
  console.log((await through(Buffer.alloc(0), new CompressionStream('gzip'))).length > 10);
  await settle('garbage', through(Buffer.from('not compressed at all'), new DecompressionStream('gzip')));
  const stream = new CompressionStream('gzip');
  console.log(stream.readable instanceof ReadableStream, stream.writable instanceof WritableStream);
  for (const format of ['x', undefined, null, 'GZIP']) {
    try {
      new CompressionStream(format);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
    try {
      new DecompressionStream(format);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
})();
