// Document 000, sample 7: inside an I/O callback the immediate always comes before the timeout.
require('node:fs').readFile(__filename, () => {
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
});
