// An interval repeats until cleared from inside; what it queued drains each time.
let n = 0;
const interval = setInterval((label) => {
  n += 1;
  console.log(label, n);
  process.nextTick(() => console.log('tick', n));
  if (n === 3) clearInterval(interval);
}, 2, 'interval');
