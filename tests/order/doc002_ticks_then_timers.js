// Document 002, snippet 3: recursive ticks from a timer all run before the timers they made.
let count = 0;
function step() {
  count += 1;
  if (count > 20) return;
  console.log('step', count);
  setTimeout(() => console.log('timeout'), 0);
  process.nextTick(step);
}
setTimeout(step, 2);
