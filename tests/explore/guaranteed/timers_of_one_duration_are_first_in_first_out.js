'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const order = [];
for (let i = 0; i < 5; i += 1) setTimeout(() => order.push(i), 3);
fs.stat(__filename, () => {});
setImmediate(() => setTimeout(() => order.push(5), 3));
process.on('exit', () => assert.deepStrictEqual(order, [0, 1, 2, 3, 4, 5]));
