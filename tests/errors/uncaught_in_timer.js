// @exit 1
process.on('exit', (code) => console.log('exit', code));
setTimeout(function inTimer() {
  throw new Error('in a timer');
}, 1);
setTimeout(() => console.log('never'), 50);
