'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
let count = 0;
let sinceStat = 0;
const interval = setInterval(() => {
  count += 1;
  if (count === 5) clearInterval(interval);
  let inside = true;
  setImmediate(() => { inside = false; });
  fs.stat(__filename, () => { sinceStat += 1; });
  Promise.resolve().then(() => assert(inside));
}, 2);
process.on('exit', () => assert.deepStrictEqual([count, sinceStat], [5, 5]));
