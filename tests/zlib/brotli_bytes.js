// What Brotli writes is the same to the byte: at every quality, with every parameter, with dictionaries, flushes and
// metadata; and so are the errors of streams that were changed or cut.
'use strict';
const { createHash } = require('crypto');
const zlib = require('zlib');
const {
  BROTLI_OPERATION_EMIT_METADATA, BROTLI_PARAM_LARGE_WINDOW, BROTLI_PARAM_LGBLOCK, BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_PARAM_NDIRECT,
  BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_QUALITY,
} = zlib.constants;

const sum = (bytes) => createHash('md5').update(bytes).digest('hex');

// Words in an order without a pattern.
let state = 11;
const below = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * limit);
};
const words = Array.from({ length: 500 }, () => Array.from({ length: 2 + below(8) }, () => String.fromCharCode(97 + below(26))).join(''));
const text = Buffer.from(Array.from({ length: 12000 }, () => words[below(500)]).join(' ')).subarray(0, 60000);

for (let quality = 0; quality <= 11; quality++) {
  console.log(quality, sum(zlib.brotliCompressSync(text, { params: { [BROTLI_PARAM_QUALITY]: quality } })));
}

for (const params of [
  { [BROTLI_PARAM_NPOSTFIX]: 2, [BROTLI_PARAM_NDIRECT]: 12 },
  { [BROTLI_PARAM_NPOSTFIX]: 99 },
  { [BROTLI_PARAM_LARGE_WINDOW]: 1, [BROTLI_PARAM_LGWIN]: 26, [BROTLI_PARAM_QUALITY]: 4 },
  { [BROTLI_PARAM_LGBLOCK]: 16, [BROTLI_PARAM_MODE]: 1, [BROTLI_PARAM_QUALITY]: 6 },
  { [BROTLI_PARAM_QUALITY]: 77 },
]) {
  console.log(params, sum(zlib.brotliCompressSync(text.subarray(0, 20000), { params })));
}

function attempt(name, body) {
  try {
    console.log(name, body());
  } catch (error) {
    console.log(name, error.code, error.errno, error.message);
  }
}

for (const quality of [0, 4, 5, 9, 11]) {
  const dictionary = text.subarray(0, 5000);
  const packed = zlib.brotliCompressSync(text.subarray(2000, 20000), { dictionary, params: { [BROTLI_PARAM_QUALITY]: quality } });
  console.log('dictionary', quality, sum(packed));
  attempt('with it', () => sum(zlib.brotliDecompressSync(packed, { dictionary })));
  attempt('without it', () => sum(zlib.brotliDecompressSync(packed)));
}

const stream = zlib.createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 5 } });
const parts = [];
stream.on('data', (part) => parts.push(part));
stream.write(text.subarray(0, 1000));
stream.flush(() => {
  console.log('flushed', sum(Buffer.concat(parts)));
  stream.flush(BROTLI_OPERATION_EMIT_METADATA, () => {
    stream.write(text.subarray(1000));
    stream.end();
  });
});
stream.on('end', () => {
  const packed = Buffer.concat(parts);
  console.log('ended', sum(packed), zlib.brotliDecompressSync(packed).equals(text));
  for (let at = 0; at < 200; at += 7) {
    const changed = Buffer.from(packed);
    changed[at] ^= 0x55;
    attempt(at, () => sum(zlib.brotliDecompressSync(changed)));
  }
  for (const length of [0, 1, 5, 100, packed.length - 1]) attempt(length, () => zlib.brotliDecompressSync(packed.subarray(0, length)).length);
});
