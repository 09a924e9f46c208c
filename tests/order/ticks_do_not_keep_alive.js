// A tick queued in a beforeExit listener runs, but does not by itself begin another turn.
let count = 0;
process.on('beforeExit', () => {
  count += 1;
  console.log('beforeExit', count);
  process.nextTick(() => console.log('tick of beforeExit', count));
  Promise.resolve().then(() => console.log('promise of beforeExit', count));
});
process.on('exit', () => console.log('exit'));
