// node-logger-file: the log is rotated while a line is on its way to the file that is closed.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'logger-'));
let fd = fs.openSync(path.join(folder, 'log.0'), 'a');

function log(line, callback) {
  const to = fd;
  fs.stat(folder, () => fs.write(to, `${line}\n`, (error) => callback(error)));
}

function rotate(callback) {
  const old = fd;
  fs.open(path.join(folder, 'log.1'), 'a', (error, opened) => {
    if (error) return callback(error);
    fd = opened;
    fs.close(old, callback);
  });
}

const check = (error) => {
  if (error) throw error;
};
log('one', check);
setTimeout(() => rotate(check), 20);
setTimeout(() => log('two', (error) => {
  check(error);
  console.log(fs.readdirSync(folder).join(' '));
}), 5);
