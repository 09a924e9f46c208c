// @exit 1
process.on('exit', (code) => console.log('exit', code));
process.nextTick(function inTick() {
  throw new Error('in a tick');
});
process.nextTick(() => console.log('never'));
