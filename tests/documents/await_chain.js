// The same chain by await: it reads like blocking code and blocks nothing.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { promisify } = require('util');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chain-'));
const name = path.join(folder, 'note');
fs.writeFileSync(name, 'text');
(async function () {
  console.log('read', await promisify(fs.readFile)(name, 'utf8'));
  await promisify(fs.unlink)(name);
  console.log('removed');
  await promisify(fs.mkdir)(name);
  console.log('made a folder');
  fs.rmdirSync(name);
  fs.rmdirSync(folder);
})();
console.log('end of script');
