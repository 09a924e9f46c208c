// xlsx-extract: the rows of a sheet name strings of another entry, which has been read by then, as a rule.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const assert = require('node:assert');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xlsx-'));
fs.writeFileSync(path.join(folder, 'sharedStrings'), 'name,age');
fs.writeFileSync(path.join(folder, 'sheet1'), '0,1');

let strings = [];
fs.readFile(path.join(folder, 'sharedStrings'), 'utf8', (error, text) => {
  strings = text.split(',');
});
fs.readFile(path.join(folder, 'sheet1'), 'utf8', (error, text) => {
  const row = text.split(',').map((index) => strings[index]);
  console.log(row.join(' '));
  assert.deepStrictEqual(row, ['name', 'age']);
});
