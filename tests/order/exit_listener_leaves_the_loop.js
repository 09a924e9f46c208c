// Inside exit the loop has ended: ticks, timers and immediates never run. Promise jobs still do, in
// the microtasks of the listener's own callback.
process.on('exit', () => {
  console.log('exit');
  process.nextTick(() => console.log('tick, never'));
  Promise.resolve().then(() => console.log('promise job'));
  queueMicrotask(() => console.log('microtask'));
  setTimeout(() => console.log('timer, never'), 0);
  setImmediate(() => console.log('immediate, never'));
});
