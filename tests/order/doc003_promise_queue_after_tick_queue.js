// Document 003, on promises: the queue of promise jobs stands behind the queue of ticks, whichever
// was filled first.
Promise.resolve().then(() => console.log('promise 1'));
process.nextTick(() => console.log('tick 1'));
Promise.resolve().then(() => console.log('promise 2'));
process.nextTick(() => console.log('tick 2'));
