// clearInterval in a tick or a promise job of the last run stops it as well.
let n = 0;
const a = setInterval(() => {
  console.log('a', (n += 1));
  if (n === 2) process.nextTick(() => clearInterval(a));
}, 3);
let m = 0;
const b = setInterval(() => {
  console.log('b', (m += 1));
  if (m === 2) Promise.resolve().then(() => clearInterval(b));
}, 60);
