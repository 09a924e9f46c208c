// Document 000, sample 2: code in a tick holds up the whole loop. Timers and reads wait for it, and
// the timer, long due by then, comes first.
const fs = require('node:fs');
const begin = Date.now();
process.nextTick(() => {
  while (Date.now() - begin < 40);
  console.log('tick ends');
});
fs.readFile(__filename, () => console.log('read, not before the tick ended:', Date.now() - begin >= 40));
setTimeout(() => console.log('timeout, not before the tick ended:', Date.now() - begin >= 40), 0);
