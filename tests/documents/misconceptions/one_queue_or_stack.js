// Six callbacks. One queue would run them as they were scheduled, a stack the other way round.
setImmediate(() => console.log('1 immediate'));
process.nextTick(() => console.log('2 tick'));
setTimeout(() => console.log('3 timer'), 0);
Promise.resolve().then(() => console.log('4 promise'));
process.nextTick(() => console.log('5 tick'));
setImmediate(() => console.log('6 immediate'));
const begin = Date.now();
while (Date.now() - begin < 5);
