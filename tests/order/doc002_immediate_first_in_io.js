// Document 002, snippet 1, moved into an I/O cycle: immediate before timeout, guaranteed.
const fs = require('node:fs');
fs.stat(__dirname, () => {
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
});
