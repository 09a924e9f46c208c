// Document 003, sample on async functions: the same chain, reading like blocking code.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');
const read_file = promisify(fs.readFile);
const unlink = promisify(fs.unlink);
const mkdir = promisify(fs.mkdir);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'order-'));
const file = path.join(folder, 'file.md');
fs.writeFileSync(file, 'text');
(async function () {
  console.log('read', await read_file(file, 'utf8'));
  await unlink(file);
  console.log('removed');
  await mkdir(file);
  console.log('made a folder');
  fs.rmSync(folder, { recursive: true });
})();
console.log('started');
