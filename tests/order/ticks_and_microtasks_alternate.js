// Each queue is emptied before the other is looked at, and again until both are empty.
let rounds = 0;
function tick() {
  console.log('tick', rounds);
  queueMicrotask(job);
}
function job() {
  console.log('microtask', rounds);
  rounds += 1;
  if (rounds < 5) process.nextTick(tick);
}
process.nextTick(tick);
setImmediate(() => console.log('immediate after', rounds, 'rounds'));
