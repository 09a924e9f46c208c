// A microtask that throws leaves nothing behind: the queues go on at once, in every era that has queueMicrotask.
// @loop node node11
'use strict';
const fs = require('fs');

let line = [];
const log = (text) => line.push(text);
process.on('uncaughtException', () => {
  process.nextTick(log, 'tick of the listener');
  Promise.resolve().then(() => log('job of the listener'));
});

function fail() {
  setImmediate(log, 'immediate');
  process.nextTick(log, 'tick');
  Promise.resolve().then(() => log('job'));
  throw new Error('handled');
}

const places = {
  'a microtask of a file callback': () => fs.stat('.', () => queueMicrotask(fail)),
  'a microtask of an immediate': () => setImmediate(() => queueMicrotask(fail)),
  'a microtask of a timer': () => setTimeout(() => queueMicrotask(fail), 1),
  'a microtask of a tick': () => setImmediate(() => process.nextTick(() => queueMicrotask(fail))),
};

function next(names) {
  if (names.length === 0) return;
  line = [];
  places[names[0]]();
  setTimeout(() => {
    console.log(`${names[0]}: ${line.join(', ')}`);
    next(names.slice(1));
  }, 40);
}
next(Object.keys(places));
