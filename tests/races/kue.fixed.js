// A worker takes the job when whoever made it knows its number.
'use strict';
const fs = require('node:fs');
const { EventEmitter } = require('node:events');

const events = new EventEmitter();

function createJob(callback) {
  let missing = 2;
  const stored = () => {
    missing -= 1;
    if (missing > 0) return;
    callback(1);
    work(1);
  };
  fs.stat(__filename, stored);
  fs.stat(__dirname, stored);
}

function work(id) {
  fs.readFile(__filename, () => events.emit(`complete ${id}`));
}

let isComplete = false;
createJob((id) => {
  events.once(`complete ${id}`, () => {
    isComplete = true;
    console.log('complete');
  });
});
process.on('exit', () => {
  if (!isComplete) throw new Error('nobody heard that the job is complete');
});
