// Whichever was filled first, the queue of ticks stands before the queue of promise jobs.
Promise.resolve().then(() => console.log('promise 1'));
process.nextTick(() => console.log('tick 1'));
Promise.resolve().then(() => console.log('promise 2'));
process.nextTick(() => console.log('tick 2'));
