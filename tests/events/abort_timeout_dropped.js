// @flags --expose-gc
// Signals with a timeout that nobody holds any more go before their time, and their timers with them.
'use strict';

const ROUNDS = 40;
const EACH = 1000;
let before;

function round(number) {
  for (let i = 0; i < EACH; i++) AbortSignal.timeout(1e8);
  if (number === 2) {
    gc();
    before = process.memoryUsage().heapUsed;
  }
  if (number < ROUNDS) setImmediate(round, number + 1);
  else settle(10);
}

// The timers are cleared when the loop has come round, some time after a collection.
function settle(left) {
  gc();
  if (left > 0) return setTimeout(settle, 5, left - 1);
  const each = (process.memoryUsage().heapUsed - before) / (ROUNDS * EACH);
  console.log(each < 40 ? 'gone' : `${each} bytes are left of each`);
}

round(0);
