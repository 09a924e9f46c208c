// @exit 1
// @caret ignore
process.on('exit', (code) => console.log('exit', code));
queueMicrotask(function inMicrotask() {
  throw new Error('in a microtask');
});
queueMicrotask(() => console.log('never'));
