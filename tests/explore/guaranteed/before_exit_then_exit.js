'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const order = [];
let revived = false;
process.on('beforeExit', () => {
  order.push('beforeExit');
  if (revived) return;
  revived = true;
  fs.stat(__filename, () => order.push('revived'));
});
setTimeout(() => order.push('timer'), 3);
process.on('exit', () => {
  setImmediate(() => assert.fail('nothing runs after exit'));
  assert.deepStrictEqual(order, ['timer', 'beforeExit', 'revived', 'beforeExit']);
});
