// @exit 1
process.on('exit', (code) => console.log('exit', code));
queueMicrotask(function inMicrotask() {
  throw new Error('in a microtask');
});
queueMicrotask(() => console.log('never'));
