// Two writes of one file are under way at once: which one stays is not decided.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'roundel-lint-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'state.json');
fs.writeFile(file, 'one', () => {});
fs.writeFile(file, 'two', () => {});
