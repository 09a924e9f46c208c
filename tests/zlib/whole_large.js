// The forms with a callback, of what fills many chunks: the bytes, what is wrong, and where it is told.
'use strict';
const zlib = require('zlib');

const text = Buffer.from(Array.from({ length: 60_000 }, (_, i) => `${i % 977} line ${(i * 7919) % 10007}\n`).join(''));
const packed = zlib.gzipSync(text);
const show = (name) => (error, result) => {
  if (error) console.log(name, error.name, error.code, error.message);
  else console.log(name, result.length, Buffer.compare(result, text) === 0, result.buffer.byteLength >= result.length);
};
const broken = Buffer.from(packed);
broken.fill(0xff, packed.length - 8);
const steps = [
  (done) => zlib.gunzip(packed, done),
  (done) => zlib.gunzip(packed, { chunkSize: 64 }, done),
  (done) => zlib.gunzip(Buffer.concat([packed, packed]), done),
  (done) => zlib.gunzip(Buffer.concat([packed, Buffer.from('junk')]), done),
  (done) => zlib.gunzip(broken, done),
  (done) => zlib.gunzip(packed.subarray(0, -20), done),
  (done) => zlib.gunzip(packed, { maxOutputLength: text.length }, done),
  (done) => zlib.gunzip(packed, { maxOutputLength: text.length - 1 }, done),
  // What is broken lies behind what is too much.
  (done) => zlib.gunzip(broken, { maxOutputLength: 100 }, done),
  (done) => zlib.gunzip(packed.subarray(0, -20), { maxOutputLength: 50_000 }, done),
  (done) => zlib.gunzip(packed, { info: true }, (error, result) => {
    console.log('info', result.buffer.length, result.engine.bytesWritten === packed.length, result.engine._chunkSize);
    done(null, result.buffer);
  }),
  (done) => zlib.gzip(text, { level: 0 }, (error, result) => { console.log('stored', result.length); zlib.gunzip(result, done); }),
  (done) => zlib.deflate(text, (error, result) => zlib.inflate(result, done)),
  (done) => zlib.brotliCompress(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } }, (error, result) => zlib.brotliDecompress(result, done)),
  (done) => zlib.brotliDecompress(Buffer.alloc(100, 7), done),
  (done) => zlib.zstdCompress(text, (error, result) => zlib.zstdDecompress(result, done)),
];
(function next(index) {
  if (index === steps.length) return;
  let isLater = false;
  steps[index]((error, result) => {
    show(index)(error, result);
    console.log(isLater);
    process.nextTick(() => next(index + 1));
  });
  isLater = true;
})(0);
