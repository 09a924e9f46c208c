// call, apply and bind are gone while the loop runs.
const lines = [];
const saved = {};
const EventEmitter = require('node:events');
for (const key of ['call', 'apply', 'bind', 'toString']) {
  saved[key] = Function.prototype[key];
  delete Function.prototype[key];
}
process.nextTick((a) => { lines[lines.length] = `tick ${a}`; }, 1);
setTimeout((a, b, c) => { lines[lines.length] = `timeout ${a} ${b} ${c}`; }, 50, 1, 2, 3);
setImmediate((a) => { lines[lines.length] = `immediate ${a}`; }, 1);
Promise.resolve(1).then((n) => { lines[lines.length] = `job ${n}`; });
queueMicrotask(() => { lines[lines.length] = 'microtask'; });
setTimeout(() => {
  for (const key of ['call', 'apply', 'bind', 'toString']) Function.prototype[key] = saved[key];
  console.log(lines);
}, 150);
