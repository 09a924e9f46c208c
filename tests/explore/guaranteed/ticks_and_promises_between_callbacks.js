'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
let pending = 0;
const callback = () => {
  assert.strictEqual(pending, 0, 'something of the callback before is left');
  pending = 2;
  process.nextTick(() => { pending -= 1; });
  Promise.resolve().then(() => { pending -= 1; });
};
for (let i = 0; i < 3; i += 1) {
  setTimeout(callback, 1);
  setTimeout(callback, 2);
  setImmediate(callback);
  fs.stat(__filename, callback);
}
process.on('exit', () => assert.strictEqual(pending, 0));
