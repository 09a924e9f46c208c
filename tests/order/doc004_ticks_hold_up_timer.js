// Document 004, sample 6: a thousand recursive ticks, and only then the timer.
let index = 0;
let last = 0;
setTimeout(() => console.log('timer after tick', last));
function handler() {
  if (index++ >= 1000) return;
  last = index;
  if (index % 250 === 0) console.log('tick', index);
  process.nextTick(handler);
}
handler();
