// kue #483: a job is complete before somebody listens for its events.
'use strict';
const fs = require('node:fs');
const { EventEmitter } = require('node:events');

const events = new EventEmitter();

function createJob(callback) {
  // The job is stored, and a worker takes it; whoever made it is told its number.
  fs.stat(__filename, () => work(1));
  fs.stat(__dirname, () => callback(1));
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
