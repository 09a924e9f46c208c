// Every queue from the main script of a CommonJS file, the race kept out by a busy wait.
setImmediate(() => console.log('8 immediate'));
setTimeout(() => console.log('6 timeout 0'), 0);
setTimeout(() => console.log('7 timeout 1'), 1);
process.nextTick(() => console.log('2 tick'));
Promise.resolve().then(() => console.log('4 promise'));
queueMicrotask(() => console.log('5 microtask'));
process.nextTick(() => console.log('3 tick'));
console.log('1 script');
const begin = Date.now();
while (Date.now() - begin < 10);
