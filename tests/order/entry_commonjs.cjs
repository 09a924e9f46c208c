// A CommonJS main script is one macrotask: its ticks run before its promise jobs.
Promise.resolve().then(() => console.log('promise'));
queueMicrotask(() => console.log('microtask'));
process.nextTick(() => console.log('tick'));
console.log('script');
