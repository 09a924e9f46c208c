// Document 001, sample 3: with an immediate waiting, poll does not block but goes on to check.
const fs = require('node:fs');
const begin = Date.now();
const timer = setTimeout(() => console.log('the long timer never runs'), 60_000);
fs.readFile(__filename, () => {
  console.log('poll');
  setImmediate(() => {
    console.log('check, without waiting:', Date.now() - begin < 30_000);
    clearTimeout(timer);
  });
});
