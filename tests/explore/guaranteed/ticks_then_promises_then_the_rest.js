'use strict';
const assert = require('node:assert');
const order = [];
setTimeout(() => order.push('late'), 0);
setImmediate(() => order.push('late'));
Promise.resolve().then(() => order.push('promise')).then(() => order.push('promise 2'));
process.nextTick(() => {
  order.push('tick');
  process.nextTick(() => order.push('tick 2'));
});
order.push('main');
process.on('exit', () => {
  assert.deepStrictEqual(order, ['main', 'tick', 'tick 2', 'promise', 'promise 2', 'late', 'late']);
});
