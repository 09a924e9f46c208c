// The source pauses until there is room again.
const { Writable } = require('node:stream');
const slow = new Writable({ write(chunk, encoding, done) { setTimeout(done, 5); } });
const chunk = Buffer.alloc(64 * 1024);
const end = Date.now() + 600;
function more() {
  if (Date.now() >= end) return slow.end();
  if (slow.write(chunk)) setTimeout(more, 2);
  else slow.once('drain', more);
}
more();
