// What is to be written and what is to be rotated wait for each other.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'logger-'));
let fd = fs.openSync(path.join(folder, 'log.0'), 'a');

const queue = [];
let isBusy = false;

function next() {
  if (isBusy || queue.length === 0) return;
  isBusy = true;
  const [task, callback] = queue.shift();
  task((error) => {
    isBusy = false;
    callback(error);
    next();
  });
}

function enqueue(task, callback) {
  queue.push([task, callback]);
  next();
}

function log(line, callback) {
  enqueue((done) => fs.stat(folder, () => fs.write(fd, `${line}\n`, (error) => done(error))), callback);
}

function rotate(callback) {
  enqueue((done) => {
    const old = fd;
    fs.open(path.join(folder, 'log.1'), 'a', (error, opened) => {
      if (error) return done(error);
      fd = opened;
      fs.close(old, done);
    });
  }, callback);
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
