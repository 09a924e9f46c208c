// A tick and a promise. A CommonJS file is a callback of its own, so its ticks come first; an ES module runs inside a
// promise job, so its promise jobs do.
//
//   roundel compare --entry both examples/loops/entry.js
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => console.log('tick'));
