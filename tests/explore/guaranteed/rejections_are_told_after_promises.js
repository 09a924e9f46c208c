'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
let told = 0;
process.on('unhandledRejection', () => { told += 1; });
function check() {
  const rejected = Promise.reject(new Error('handled in time'));
  process.nextTick(() => rejected.catch(() => {}));
  Promise.reject(new Error('not handled'));
}
check();
fs.stat(__filename, check);
setImmediate(check);
setTimeout(check, 1);
process.on('exit', () => assert.strictEqual(told, 4));
