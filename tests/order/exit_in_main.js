// process.exit in the main script: exit listeners run, nothing queued does.
// @exit 3
process.on('exit', (code) => console.log('exit', code));
process.on('beforeExit', () => console.log('never'));
process.nextTick(() => console.log('never'));
Promise.resolve().then(() => console.log('never'));
setImmediate(() => console.log('never'));
process.exit(3);
console.log('never');
