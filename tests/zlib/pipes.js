// Streams in pipelines: chunk sizes, back pressure, abort, iteration, and what a destroyed side does to the others.
'use strict';
const zlib = require('zlib');
const { Readable, Writable, addAbortSignal, pipeline } = require('stream');

const text = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(20_000));
const source = (chunkSize) => Readable.from((function*() {
  for (let i = 0; i < text.length; i += chunkSize) yield text.subarray(i, i + chunkSize);
})());
const steps = [];
for (const [pack, unpack] of [['Gzip', 'Gunzip'], ['Deflate', 'Unzip'], ['DeflateRaw', 'InflateRaw'], ['BrotliCompress', 'BrotliDecompress'], ['ZstdCompress', 'ZstdDecompress']]) {
  steps.push((next) => {
    const sizes = new Map();
    const chunks = [];
    const packer = zlib[`create${pack}`]({ chunkSize: 512 });
    const unpacker = zlib[`create${unpack}`]({ chunkSize: 1024 });
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk, encoding, callback) {
        sizes.set(chunk.length === 1024, true);
        chunks.push(chunk);
        setImmediate(callback);
      },
    });
    pipeline(source(5000), packer, unpacker, slow, (error) => {
      console.log(pack, error, Buffer.concat(chunks).equals(text), packer.bytesWritten, unpacker.bytesWritten > 0, sizes.has(true));
      next();
    });
  });
}
steps.push((next) => {
  const gzip = zlib.createGzip();
  pipeline(source(100), gzip, new Writable({ write(chunk, encoding, callback) { callback(new Error('full')); } }), (error) => {
    console.log(error.message, gzip.destroyed, gzip._handle);
    next();
  });
});
steps.push((next) => {
  const controller = new AbortController();
  const deflate = addAbortSignal(controller.signal, zlib.createDeflate());
  pipeline(new Readable({ read() {} }), deflate, new Writable({ write() {} }), (error) => {
    console.log(error.name, error.code, deflate._handle);
    next();
  });
  controller.abort();
});
steps.push(async (next) => {
  const chunks = [];
  for await (const chunk of source(70_000).pipe(zlib.createGzip()).pipe(zlib.createGunzip())) chunks.push(chunk);
  console.log('iterated', Buffer.concat(chunks).equals(text), chunks.every((chunk) => chunk.length <= 16384));
  try {
    for await (const chunk of Readable.from([Buffer.from('no gzip')]).pipe(zlib.createGunzip())) console.log(chunk);
  } catch (error) {
    console.log(error.code);
  }
  next();
});
(function run() { steps.shift()?.(run); })();
