'use strict';
const assert = require('node:assert');
const order = [];
setImmediate(() => {
  order.push('a');
  setImmediate(() => order.push('c'));
});
setImmediate(() => order.push('b'));
process.on('exit', () => assert.deepStrictEqual(order, ['a', 'b', 'c']));
