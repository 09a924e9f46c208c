// Dictionaries of all formats: the right one, a wrong one, none.
'use strict';
const zlib = require('zlib');

const dictionary = Buffer.from('the quick brown fox jumps over the lazy dog, again and again and again');
const wrong = Buffer.from('something else entirely');
const input = 'the lazy dog jumps over the quick brown fox, again and again';
const attempt = (name, body) => {
  try {
    console.log(name, `${body()}`);
  } catch (error) {
    console.log(name, error.name, error.code, error.errno, error.message);
  }
};
for (const [pack, unpack] of [['deflate', 'inflate'], ['deflateRaw', 'inflateRaw'], ['gzip', 'gunzip']]) {
  const packed = zlib[`${pack}Sync`](input, { dictionary });
  console.log(pack, packed.length < zlib[`${pack}Sync`](input).length);
  attempt('right', () => zlib[`${unpack}Sync`](packed, { dictionary }));
  attempt('kinds', () => zlib[`${unpack}Sync`](packed, { dictionary: new DataView(dictionary.buffer, dictionary.byteOffset, dictionary.length) }));
  if (unpack !== 'inflateRaw') {
    attempt('wrong', () => zlib[`${unpack}Sync`](packed, { dictionary: wrong }));
    attempt('none', () => zlib[`${unpack}Sync`](packed));
  }
}
attempt('raw without', () => zlib.inflateRawSync(zlib.deflateRawSync(dictionary, { dictionary })));
attempt('unzip', () => zlib.unzipSync(zlib.deflateSync(input, { dictionary }), { dictionary }));
const long = Buffer.from('0123456789abcdef'.repeat(4096));
attempt('long', () => zlib.inflateSync(zlib.deflateSync(long, { dictionary: long }), { dictionary: long }).equals(long));

attempt('zstd', () => zlib.zstdDecompressSync(zlib.zstdCompressSync(input, { dictionary }), { dictionary }));
attempt('zstd none', () => zlib.zstdDecompressSync(zlib.zstdCompressSync(dictionary, { dictionary })));
attempt('brotli', () => zlib.brotliDecompressSync(zlib.brotliCompressSync(input, { dictionary }), { dictionary }));

// Written by Node 26.
attempt('brotli of Node', () => zlib.brotliDecompressSync(
  Buffer.from('1b1600f8250082983021', 'hex'), { dictionary: Buffer.from('hello hello hello hello') }));

const stream = zlib.createDeflate({ dictionary });
const chunks = [];
stream.on('data', (chunk) => chunks.push(chunk));
stream.write(input);
stream.flush(() => {
  stream.reset();
  chunks.length = 0;
  stream.end(input);
  stream.on('end', () => attempt('after reset', () => zlib.inflateSync(Buffer.concat(chunks), { dictionary })));
});
