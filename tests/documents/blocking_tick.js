// A tick that holds on holds up the whole loop: the timer is long due when it ends, the read comes in poll.
const fs = require('fs');
process.nextTick(() => {
  const begin = Date.now();
  while (Date.now() - begin < 40);
  console.log('tick ends');
});
fs.readFile(__filename, () => console.log('read'));
setTimeout(() => console.log('timeout'), 0);
