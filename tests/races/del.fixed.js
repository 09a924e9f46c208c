// What lies deepest is deleted first, one after the other.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'del-'));
fs.mkdirSync(path.join(root, 'dist'));
fs.writeFileSync(path.join(root, 'dist', 'a.js'), '');

function remove(file) {
  return fs.promises.lstat(file).then((stat) => (stat.isDirectory() ?
    fs.promises.rmdir(file) : fs.promises.unlink(file)));
}

async function main() {
  const depth = (name) => name.split('/').length;
  for (const name of ['dist/a.js', 'dist'].sort((a, b) => depth(b) - depth(a))) {
    await remove(path.join(root, name));
  }
  console.log('deleted', fs.readdirSync(root).length);
}
main();
