// One after the other. Lines of a log may be appended together: each is whole.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'roundel-lint-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'state.json');
fs.writeFile(file, 'one', () => {
  fs.writeFile(file, 'two', () => {
    fs.writeFile(path.join(folder, 'other.json'), 'three', () => {});
  });
});
fs.appendFile(path.join(folder, 'log'), 'a\n', () => {});
fs.appendFile(path.join(folder, 'log'), 'b\n', () => {});
