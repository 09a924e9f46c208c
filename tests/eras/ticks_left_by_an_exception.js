// When ticks and promise jobs run that a handled exception left behind: Node 12 to 25 drain them before the check phase.
// @loop node node11 node10
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
  setImmediate(log, 'second immediate');
  process.nextTick(log, 'tick');
  Promise.resolve().then(() => log('job'));
  throw new Error('handled');
}

const places = {
  'a file callback': () => fs.stat('.', fail),
  'a tick of a file callback': () => fs.stat('.', () => process.nextTick(fail)),
  'an immediate': () => setImmediate(fail),
  'a tick of an immediate': () => setImmediate(() => process.nextTick(fail)),
  'a timer': () => setTimeout(fail, 1),
  'a tick of a timer': () => setTimeout(() => process.nextTick(fail), 1),
  'the second of two file callbacks': () => fs.stat('.', () => fs.stat('.', fail)),
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
