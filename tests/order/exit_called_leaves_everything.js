// When process.exit was called, not even promise jobs of the exit listeners run.
process.on('exit', () => {
  console.log('exit');
  process.nextTick(() => console.log('tick, never'));
  Promise.resolve().then(() => console.log('promise job, never'));
});
setTimeout(() => process.exit(), 1);
