// Without a handler the process ends with 1: exit listeners run, queued callbacks do not.
// @exit 1
process.on('exit', (code) => console.log('exit', code, process.exitCode));
process.nextTick(() => console.log('never'));
setTimeout(() => console.log('never'), 1);
Promise.resolve().then(() => console.log('never'));
throw new Error('nobody handles this');
