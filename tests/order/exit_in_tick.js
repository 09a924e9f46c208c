// process.exit in a tick: no further tick, job or phase.
// @exit 4
process.on('exit', (code) => console.log('exit', code));
process.nextTick(() => {
  console.log('tick 1');
  process.exit(4);
});
process.nextTick(() => console.log('never'));
Promise.resolve().then(() => console.log('never'));
