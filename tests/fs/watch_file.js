// watchFile: looking at a file that is not there, comes, changes and goes.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-file-'));
const file = path.join(root, 'file');
const seen = [];
const actions = [
  () => fs.writeFileSync(file, 'some'),
  () => fs.writeFileSync(file, 'some more'),
  () => fs.unlinkSync(file),
  () => {
    fs.unwatchFile(file, listener);
    fs.unwatchFile(file, () => {});
    fs.rmSync(root, { recursive: true });
    console.log(seen);
    errors();
  },
];
function listener(now, before) {
  seen.push([now.size, before.size, now.isFile(), before.isFile(), now.mtimeMs > 0, now.ino > 0]);
  setTimeout(actions.shift(), 60);
}
const watcher = fs.watchFile(file, { interval: 20 }, listener);
console.log(watcher === fs.watchFile(file, { interval: 20 }, () => {}), watcher.constructor.name);
watcher.on('stop', () => console.log('never: another listens'));

function errors() {
  for (const args of [[1, () => {}], [file], [file, {}], [file, { interval: -1 }, () => {}], [file, 'x']]) {
    try {
      fs.watchFile(...args);
      console.log('no error');
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  fs.watchFile(file, { persistent: false, bigint: true }, () => {}).unref().ref().on('stop', () => console.log('stop'));
  fs.unwatchFile(file);
}
