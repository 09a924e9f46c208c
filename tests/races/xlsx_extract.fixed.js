// The sheet is read when the strings are there.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const assert = require('node:assert');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xlsx-'));
fs.writeFileSync(path.join(folder, 'sharedStrings'), 'name,age');
fs.writeFileSync(path.join(folder, 'sheet1'), '0,1');

fs.readFile(path.join(folder, 'sharedStrings'), 'utf8', (error, text) => {
  const strings = text.split(',');
  fs.readFile(path.join(folder, 'sheet1'), 'utf8', (error, text) => {
    const row = text.split(',').map((index) => strings[index]);
    console.log(row.join(' '));
    assert.deepStrictEqual(row, ['name', 'age']);
  });
});
