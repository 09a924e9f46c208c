'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const { performance } = require('node:perf_hooks');
function check(ms) {
  const start = performance.now();
  setTimeout(() => {
    // The loop's clock is of whole milliseconds, and was read before the timer was made.
    assert(performance.now() - start > ms - 2, `${ms} ms took ${performance.now() - start}`);
  }, ms);
}
check(1);
check(10);
fs.stat(__filename, () => check(5));
setTimeout(() => check(3), 7);
