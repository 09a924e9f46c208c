// Every pair of formats gives back what went in: all forms, all levels and strategies, all kinds of input.
'use strict';
const zlib = require('zlib');

const pairs = [
  ['deflate', 'inflate'], ['gzip', 'gunzip'], ['deflateRaw', 'inflateRaw'], ['gzip', 'unzip'], ['deflate', 'unzip'],
  ['brotliCompress', 'brotliDecompress'], ['zstdCompress', 'zstdDecompress'],
];
// Text that compresses, bytes that do not, and more than one window of both.
const noise = Buffer.alloc(40_000);
for (let i = 0, state = 1; i < noise.length; i++) {
  state = (state * 1103515245 + 12345) % 2147483648;
  noise[i] = state >> 16;
}
const text = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(1500));
const mixed = Buffer.concat([text, noise, text]);
const sample = mixed.subarray(text.length - 20_000, text.length + 20_000);
const inputs = { empty: Buffer.alloc(0), one: Buffer.from('x'), text, noise, mixed };

for (const [pack, unpack] of pairs) {
  for (const [name, input] of Object.entries(inputs)) {
    const packed = zlib[`${pack}Sync`](input);
    const unpacked = zlib[`${unpack}Sync`](packed);
    console.log(pack, unpack, name, unpacked.equals(input), Buffer.isBuffer(packed), packed.length < input.length);
  }
}

for (let level = -1; level <= 9; level++) {
  for (let strategy = 0; strategy <= 4; strategy++) {
    for (const memLevel of [1, 9]) {
      for (const windowBits of [9, 15]) {
        const options = { level, strategy, memLevel, windowBits };
        const ok = zlib.inflateSync(zlib.deflateSync(sample, options)).equals(sample) &&
          zlib.gunzipSync(zlib.gzipSync(sample, options)).equals(sample) &&
          zlib.inflateRawSync(zlib.deflateRawSync(sample, options)).equals(sample);
        if (!ok) console.log('differs', options);
      }
    }
  }
}
const stronger = (options, others) => zlib.deflateSync(text, options).length < zlib.deflateSync(text, others).length;
console.log('levels', stronger({ level: 9 }, { level: 0 }), stronger({ level: 6 }, { strategy: 2 }), stronger({}, { level: 0 }));

const view = new Uint16Array([1, 2, 3, 500]);
const kinds = [view, new DataView(view.buffer, 2, 4), view.buffer, Buffer.from(view.buffer), 'hyvää päivää'];
for (const input of kinds) {
  console.log(zlib.inflateSync(zlib.deflateSync(input)), zlib.brotliDecompressSync(zlib.brotliCompressSync(input)));
}

const quality = (value) => zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: value } });
for (let value = 0; value <= 11; value++) console.log('quality', value, zlib.brotliDecompressSync(quality(value)).equals(text));
for (const value of [-5, 1, 3, 19]) {
  const packed = zlib.zstdCompressSync(text, { params: { [zlib.constants.ZSTD_c_compressionLevel]: value } });
  console.log('level', value, zlib.zstdDecompressSync(packed).equals(text));
}

// Headers are the formats' own.
const hex = (buffer, length) => buffer.subarray(0, length).toString('hex');
for (const level of [0, 1, 2, 6, 9]) console.log(hex(zlib.deflateSync('x', { level }), 2), hex(zlib.gzipSync('x', { level }), 10));
for (const windowBits of [8, 9, 12, 15]) console.log(hex(zlib.deflateSync('x', { windowBits }), 2));
console.log(hex(zlib.zstdCompressSync('x'), 4));

(async () => {
  const { promisify } = require('util');
  for (const input of [...kinds, undefined]) console.log(await promisify(zlib.gunzip)(await promisify(zlib.gzip)(input)));
  for (const [pack, unpack] of pairs) {
    const packed = await promisify(zlib[pack])(mixed, { chunkSize: 1000 });
    const unpacked = await promisify(zlib[unpack])(packed, { chunkSize: 100 });
    console.log(pack, unpack, unpacked.equals(mixed));
  }
})();
