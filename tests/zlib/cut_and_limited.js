// A limit on the output of an input that is cut short: which of the two mistakes is told depends on the chunk that goes
// beyond the limit.
'use strict';

const zlib = require('zlib');

const pairs = [['gzipSync', 'gunzipSync'], ['deflateSync', 'inflateSync'], ['deflateRawSync', 'inflateRawSync'],
               ['brotliCompressSync', 'brotliDecompressSync'], ['zstdCompressSync', 'zstdDecompressSync']];
for (const [pack, unpack] of pairs) {
  for (const size of [1000, 16383, 16384, 16385, 100_000]) {
    // How much of the text the last byte of a raw stream stands for is the compressor's affair.
    if (unpack === 'inflateRawSync' && (size === 16384 || size === 16385)) continue;
    const packed = zlib[pack](Buffer.alloc(size, 'abcdefg'));
    for (const cut of [0, 1]) {
      for (const [maxOutputLength, chunkSize] of [[1, 16384], [size - 1, 16384], [size, 16384], [100, 64], [size - 1, 64]]) {
        let found;
        try {
          found = zlib[unpack](packed.subarray(0, packed.length - cut), { maxOutputLength, chunkSize }).length;
        } catch (error) {
          found = error.code;
        }
        console.log(unpack, size, cut, maxOutputLength, chunkSize, found);
      }
    }
  }
}
