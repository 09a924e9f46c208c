// Document 000, sample 3: one timer, then the ticks it left, then the next timer.
setTimeout(() => {
  console.log('timeout 1');
  process.nextTick(() => console.log('tick of timeout 1'));
}, 0);
setTimeout(() => console.log('timeout 2'), 0);
