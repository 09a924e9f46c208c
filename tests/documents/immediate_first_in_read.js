// In the callback of a read, which runs in poll, check is next: the immediate always comes before the timeout.
require('fs').readFile(__filename, () => {
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
});
