// maxOutputLength: a bomb is stopped without its memory, in all forms.
'use strict';
const zlib = require('zlib');

const ZEROS = 256 * 1024 * 1024;
const bomb = zlib.gzipSync(Buffer.alloc(ZEROS), { level: 9 });
console.log('small', bomb.length < ZEROS / 500);
const before = process.memoryUsage.rss();
const attempt = (name, body) => {
  try {
    console.log(name, body());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
attempt('sync', () => zlib.gunzipSync(bomb, { maxOutputLength: 100_000 }));
attempt('brotli', () => zlib.brotliDecompressSync(zlib.brotliCompressSync(Buffer.alloc(100_000)), { maxOutputLength: 1000 }));
attempt('zstd', () => zlib.zstdDecompressSync(zlib.zstdCompressSync(Buffer.alloc(100_000)), { maxOutputLength: 1000 }));
attempt('exact', () => zlib.inflateSync(zlib.deflateSync(Buffer.alloc(64)), { maxOutputLength: 64 }).length);
attempt('one more', () => zlib.inflateSync(zlib.deflateSync(Buffer.alloc(65)), { maxOutputLength: 64 }).length);
attempt('compressing', () => zlib.deflateSync('some text that needs more', { maxOutputLength: 4 }));
zlib.gunzip(bomb, { maxOutputLength: 100_000 }, (error, buffer) => {
  console.log('callback', error.name, error.code, error.message, buffer);
  console.log('memory', process.memoryUsage.rss() - before < 150 * 1024 * 1024);
  zlib.inflate(zlib.deflateSync(Buffer.alloc(64)), { maxOutputLength: 64 }, (error, buffer) => {
    console.log(error, buffer.length);
    leaveUnread();
  });
});

// A stream that nobody reads stops by itself.
function leaveUnread() {
  const stream = zlib.createGunzip();
  stream.write(bomb);
  setTimeout(() => {
    console.log('unread', stream.readableLength < 1024 * 1024);
    stream.destroy();
  }, 100);
}
