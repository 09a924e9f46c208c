// What follows the end of a compressed stream: further members, zeros, garbage.
'use strict';
const zlib = require('zlib');

const attempt = (name, body) => {
  try {
    console.log(name, '=>', `${body()}`);
  } catch (error) {
    console.log(name, '!!', error.name, error.code, error.errno, error.message);
  }
};
const members = Buffer.concat([zlib.gzipSync('abc'), zlib.gzipSync('def')]);
const frames = Buffer.concat([zlib.zstdCompressSync('abc'), zlib.zstdCompressSync('def')]);
const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]);
const tails = [[], [0, 0, 0], [0x1f, 0x8b, 0xff, 0xff, 0, 0], [0x50, 0x4b, 1, 2], [0x1f, 0x50, 1], [0x1f], [0x1f, 0x8b], [0x50]];

for (const tail of tails) {
  for (const rejectGarbageAfterEnd of [false, true]) {
    const options = { rejectGarbageAfterEnd };
    const with_tail = (buffer) => Buffer.concat([buffer, Buffer.from(tail)]);
    const name = `${tail} ${rejectGarbageAfterEnd}`;
    attempt(`gunzip ${name}`, () => zlib.gunzipSync(with_tail(members), options));
    attempt(`unzip ${name}`, () => zlib.unzipSync(with_tail(members), options));
    attempt(`inflate ${name}`, () => zlib.inflateSync(with_tail(zlib.deflateSync('abc')), options));
    attempt(`unzip zlib ${name}`, () => zlib.unzipSync(with_tail(zlib.deflateSync('abc')), options));
    attempt(`inflateRaw ${name}`, () => zlib.inflateRawSync(with_tail(zlib.deflateRawSync('abc')), options));
    attempt(`brotli ${name}`, () => zlib.brotliDecompressSync(with_tail(zlib.brotliCompressSync('abc')), options));
    attempt(`zstd ${name}`, () => zlib.zstdDecompressSync(with_tail(frames), options));
  }
}
attempt('skipped frame', () => zlib.zstdDecompressSync(Buffer.concat([frames, skipped, frames])));
attempt('skipped frame first', () => zlib.zstdDecompressSync(Buffer.concat([skipped, frames])));
attempt('skipped frame cut', () => zlib.zstdDecompressSync(Buffer.concat([frames, skipped.subarray(0, 5)])));

// Byte by byte, so that every boundary falls between two writes.
const drip = (name, stream, bytes, next) => {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  stream.on('error', (error) => console.log(name, 'error', error.code, error.message));
  stream.on('end', () => console.log(name, 'end', `${Buffer.concat(chunks)}`, stream.bytesWritten));
  stream.on('close', () => { console.log(name, 'close'); next?.(); });
  for (const byte of bytes) stream.write(Buffer.from([byte]));
  stream.end();
};
drip('gunzip', zlib.createGunzip(), members, () =>
  drip('unzip', zlib.createUnzip(), members, () =>
    drip('zeros', zlib.createGunzip(), [...members, 0, 0, 0], () =>
      drip('zstd', zlib.createZstdDecompress(), frames, () =>
        drip('brotli', zlib.createBrotliDecompress(), zlib.brotliCompressSync('abc'), () =>
          drip('garbage', zlib.createGunzip(), [...members, 80, 81, 82], () =>
            drip('rest', zlib.createInflate(), [...zlib.deflateSync('abc'), 80, 81, 82])))))));
