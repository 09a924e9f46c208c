// Awaiting a timer: what follows runs in the microtasks of the timer, jobs before ticks.
await new Promise((resolve) => setTimeout(resolve, 1));
console.log('after timer');
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
setImmediate(() => console.log('immediate'));
