// Out of stack in a tick, a job, a timer and an immediate.
// @unordered
process.on('uncaughtException', (error) => console.log('caught', error instanceof RangeError));
const down = () => [down()];
process.nextTick(down);
setImmediate(down);
setTimeout(down, 5);
Promise.resolve().then(down).catch((error) => console.log('rejected', error instanceof RangeError));
