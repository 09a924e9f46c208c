// What is written is more than the stream gets rid of, and nobody looks at what write() returns.
const { Writable } = require('node:stream');
const slow = new Writable({ write(chunk, encoding, done) { setTimeout(done, 50); } });
const chunk = Buffer.alloc(64 * 1024);
const end = Date.now() + 600;
const source = setInterval(() => {
  slow.write(chunk);
  if (Date.now() < end) return;
  clearInterval(source);
  slow.destroy();
}, 2);
