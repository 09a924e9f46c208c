'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'writes-')), 'file');
const order = [];
const stream = fs.createWriteStream(file);
for (let i = 0; i < 4; i += 1) stream.write(String(i), () => order.push(i));
stream.end(() => order.push('finish'));
stream.on('close', () => order.push('close'));
process.on('exit', () => {
  assert.deepStrictEqual(order, [0, 1, 2, 3, 'finish', 'close']);
  assert.strictEqual(fs.readFileSync(file, 'utf8'), '0123');
});
