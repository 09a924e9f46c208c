// process.exit in a timer: no further timer of the list.
// @exit 6
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => {
  process.nextTick(() => console.log('never'));
  process.exit(6);
}, 1);
setTimeout(() => console.log('never'), 1);
