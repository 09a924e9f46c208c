// Nobody listens: the rejection becomes an uncaught exception and the process ends with 1.
// @exit 1
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('never'), 1);
process.nextTick(() => console.log('tick still runs'));
Promise.reject(new Error('nobody listens'));
