'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const never = () => assert.fail('it was cleared');
const timer = setTimeout(never, 2);
fs.stat(__filename, () => {
  const immediate = setImmediate(never);
  clearImmediate(immediate);
});
setTimeout(() => {}, 1);
clearTimeout(timer);
const interval = setInterval(() => {
  clearInterval(interval);
  fs.stat(__filename, () => {});
}, 1);
