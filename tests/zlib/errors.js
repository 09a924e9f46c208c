// What bad input and bad options throw.
'use strict';
const zlib = require('zlib');

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
const attempt = (name, body) => {
  try {
    console.log(name, '=>', body());
  } catch (error) {
    console.log(name, '!!', error.name, error.code, error.errno, error.message, Object.keys(error).join());
  }
};
const text = (buffer) => buffer.toString();

attempt('garbage', () => zlib.inflateSync('abc'));
attempt('nothing', () => zlib.inflateSync(''));
attempt('nothing, gunzip', () => zlib.gunzipSync(''));
attempt('short', () => zlib.inflateSync(zlib.deflateSync('hello').subarray(0, 5)));
attempt('short, flushed', () => text(zlib.inflateSync(zlib.deflateSync('hello').subarray(0, -4), { finishFlush: Z_SYNC_FLUSH })));
attempt('checksum', () => { const b = zlib.deflateSync('hello'); b[b.length - 1] ^= 1; return zlib.inflateSync(b); });
attempt('gzip length', () => { const b = zlib.gzipSync('hello'); b[b.length - 1] ^= 1; return zlib.gunzipSync(b); });
attempt('gzip checksum', () => { const b = zlib.gzipSync('hello'); b[b.length - 5] ^= 1; return zlib.gunzipSync(b); });
attempt('window', () => text(zlib.inflateSync(zlib.deflateSync('abc', { windowBits: 15 }), { windowBits: 9 })));
attempt('stored block', () => zlib.inflateRawSync(Buffer.from([0x00, 1, 2, 3, 4, 5])));
attempt('block type', () => zlib.inflateRawSync(Buffer.from([0x07, 1, 2, 3])));
for (const tail of [[0], [0x1f], [0x1f, 0x8b], [0x1f, 0]]) attempt(`unzip ${tail}`, () => zlib.unzipSync(Buffer.from(tail)));
attempt('unzip raw', () => zlib.unzipSync(zlib.deflateRawSync('abc')));
attempt('brotli padding 1', () => zlib.brotliDecompressSync(Buffer.from('abcdefghijkl')));
attempt('brotli padding 2', () => zlib.brotliDecompressSync(Buffer.from([255, 255, 255])));
attempt('brotli short', () => zlib.brotliDecompressSync(zlib.brotliCompressSync('hello world').subarray(0, 5)));
attempt('brotli short, flushed', () => zlib.brotliDecompressSync(
  zlib.brotliCompressSync('hello world').subarray(0, 0), { finishFlush: BROTLI_OPERATION_FLUSH }).length);
attempt('brotli nothing', () => zlib.brotliDecompressSync(''));
attempt('zstd magic', () => zlib.zstdDecompressSync(Buffer.from('abcdefghijkl')));
attempt('zstd short', () => zlib.zstdDecompressSync(zlib.zstdCompressSync('hello world').subarray(0, 7)));
attempt('zstd nothing', () => zlib.zstdDecompressSync(''));
attempt('zstd pledged', () => zlib.zstdCompressSync('a', { pledgedSrcSize: 5 }));
attempt('zstd pledged', () => zlib.zstdCompressSync('a', { pledgedSrcSize: 'x' }));
attempt('zstd pledged', () => zlib.zstdCompressSync('a', { pledgedSrcSize: -1 }));

const options = [
  ['chunkSize', 1], ['chunkSize', 'a'], ['chunkSize', Infinity], ['flush', 17], ['flush', 'x'], ['finishFlush', -1],
  ['windowBits', 3], ['windowBits', 0], ['windowBits', 16], ['windowBits', 8], ['level', 10], ['level', NaN], ['level', '3'],
  ['memLevel', 0], ['memLevel', null], ['strategy', 5], ['strategy', 'x'], ['dictionary', 5], ['dictionary', 'abc'],
  ['maxOutputLength', 0], ['maxOutputLength', 'a'], ['maxOutputLength', 1e20], ['rejectGarbageAfterEnd', 1],
];
const inputs = {
  deflateSync: 'abc', gzipSync: 'abc', deflateRawSync: 'abc', brotliCompressSync: 'abc', zstdCompressSync: 'abc',
  inflateSync: zlib.deflateSync('abc', { windowBits: 9 }), gunzipSync: zlib.gzipSync('abc'), unzipSync: zlib.gzipSync('abc'),
};
for (const [key, value] of options) {
  for (const name of Object.keys(inputs)) {
    attempt(`${name} ${key} ${String(value)}`, () => typeof zlib[name](inputs[name], { [key]: value }));
  }
}

for (const value of [undefined, null, 1, {}, [], true]) {
  attempt('gzipSync', () => zlib.gzipSync(value));
  attempt('crc32', () => zlib.crc32(value));
  if (value != null) attempt('gzip', () => zlib.gzip(value, () => {}));
}
attempt('no callback', () => zlib.gzip('a'));
attempt('no callback', () => zlib.gzip('a', {}, 5));
attempt('crc32 value', () => zlib.crc32('hello', 'x'));
attempt('crc32 value', () => zlib.crc32('hello', -1));
attempt('crc32 value', () => zlib.crc32('hello', 2 ** 32));

for (const params of [{ abc: 1 }, { 100: 1 }, { 1: 'x' }]) attempt('brotli', () => zlib.brotliCompressSync('a', { params }));
for (const params of [{ 1: true }, { 2: 130 }, { 1: 130 }]) attempt('brotli', () => typeof zlib.brotliCompressSync('a', { params }));
for (const params of [{ 1: 1 }, { 2: 1 }]) {
  attempt('brotli', () => text(zlib.brotliDecompressSync(zlib.brotliCompressSync('a'), { params })));
}
for (const params of [{ abc: 1 }, { 101: 1000 }, { 500: 1 }, { 100: 'x' }]) attempt('zstd', () => zlib.zstdCompressSync('a', { params }));
for (const params of [{ 100: 5 }, { 101: 5 }]) {
  attempt('zstd', () => zlib.zstdDecompressSync(zlib.zstdCompressSync('a'), { params }));
}

const deflate = zlib.createDeflate();
attempt('params', () => deflate.params(10, 0, () => {}));
attempt('params', () => deflate.params(5, 9, () => {}));
attempt('params', () => deflate.params('a', 0, () => {}));
for (const kind of [17, -1, null, 'x', true]) {
  attempt('flush', () => zlib.createGzip().flush(kind));
  attempt('flush', () => zlib.createBrotliCompress().flush(kind));
  attempt('flush', () => zlib.createZstdCompress().flush(kind));
}
