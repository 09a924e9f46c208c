// An ES module runs inside a promise job: its promise jobs run before its ticks.
Promise.resolve().then(() => console.log('promise'));
queueMicrotask(() => console.log('microtask'));
process.nextTick(() => console.log('tick'));
console.log('module');
