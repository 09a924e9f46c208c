// process.exit in poll.
// @exit 10
process.on('exit', (code) => console.log('exit', code));
require('node:fs').readFile(__filename, () => {
  setImmediate(() => console.log('never'));
  process.exit(10);
});
