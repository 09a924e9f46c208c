// Which queue comes first? Guess the order, then run it.
'use strict';

setImmediate(() => console.log('6. immediate: the check phase'));
setTimeout(() => console.log('5. timer: due, so the first look at the timers finds it'), 0);
Promise.resolve().then(() => console.log('4. promise job'));
process.nextTick(() => {
  console.log('2. tick');
  process.nextTick(() => console.log('3. tick queued by a tick: still before the promise job'));
});
console.log('1. the script itself');

// Without this the timer and the immediate would race: a 0 ms timer is a 1 ms timer, and whether
// that millisecond has passed at the first look depends on the machine.
const begin = Date.now();
while (Date.now() - begin < 5);
