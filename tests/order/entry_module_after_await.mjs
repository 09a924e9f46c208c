// After a top-level await the module goes on in a promise job, so the jobs it queues still come
// before its ticks.
process.nextTick(() => console.log('tick before await'));
await null;
console.log('after await');
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
