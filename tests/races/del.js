// del: patterns match a folder and a file in it; both are deleted at the same time.
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

Promise.all(['dist/a.js', 'dist'].map((name) => remove(path.join(root, name))))
  .then(() => console.log('deleted', fs.readdirSync(root).length));
