// A list is gone when its last timer clears itself, so after the exception the next list comes first and ticks after it.
// @loop node node11 node10
'use strict';
const burn = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
const interval = setInterval(() => {
  console.log('interval');
  process.nextTick(() => console.log('tick'));
  clearInterval(interval);
  throw new Error('of the interval');
}, 1);
setTimeout(() => console.log('other list'), 20);
burn(30);
