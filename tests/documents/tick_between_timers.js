// Two timers of one list, a tick queued by the first: the era decides whether it runs between them.
setTimeout(() => {
  console.log('timeout 1');
  process.nextTick(() => console.log('tick'));
}, 0);
setTimeout(() => console.log('timeout 2'), 0);
// Both are due at the first look, even if a millisecond began between them.
const begin = Date.now();
while (Date.now() - begin < 5);
