// A timer's callback queues itself as a tick and makes a timer each time: all ticks run before the first of those.
let count = 0;
function step() {
  count += 1;
  if (count > 4) return;
  console.log('step', count);
  setTimeout(() => console.log('timeout'), 0);
  process.nextTick(step);
}
setTimeout(step, 2);
