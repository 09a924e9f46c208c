// A program of one line of 100 MB.
// @timeout 90000
const fs = require('node:fs');
const path = require('node:path');
const { run, temporary_folder } = require('./fixtures/run.js');
const folder = temporary_folder();
const size = 100 * 1024 * 1024;
fs.writeFileSync(path.join(folder, 'line.js'), `const text = "${'x'.repeat(size)}"; console.log(text.length);`);
const { status, signal, stdout } = run(['line.js'], { cwd: folder });
console.log(status, signal, stdout.trim() === String(size));
