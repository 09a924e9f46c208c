// Node's names under a browser's loop: ticks go before the microtasks of a checkpoint, an immediate is a task.
// @loop chrome firefox
// @roundel-flags --node-globals
// @output
//   function 6162 true
//   tick
//   microtask
//   timer
//   tick of the timer
//   immediate
//   exit 0
setTimeout(() => {
  console.log('timer');
  process.nextTick(() => console.log('tick of the timer'));
}, 0);
setImmediate(() => console.log('immediate'));
clearImmediate(setImmediate(() => console.log('never')));
Promise.resolve().then(() => console.log('microtask'));
process.nextTick((text) => console.log(text), 'tick');
console.log(typeof require('node:fs').readFileSync, Buffer.from('ab').toString('hex'), global === window);
process.on('exit', (code) => console.log('exit', code));
