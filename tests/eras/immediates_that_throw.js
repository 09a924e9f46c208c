// What of the queue is left after an exception runs at once, in Node 10 with one drain at its end. An exception of the
// last one ends the phase only if it was the first.
// @loop node node11 node10
'use strict';
const burn = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
const queue = (name) => {
  process.nextTick(() => console.log('tick of', name));
  Promise.resolve().then(() => console.log('microtask of', name));
};
process.on('uncaughtException', (error) => {
  console.log('uncaught', error.message);
  queue(error.message);
});

const rounds = [
  ['first throws', ['throws', 'rest']],
  ['last throws', ['first', 'throws']],
  ['all throw', ['throws', 'throws']],
  ['one throws alone', ['throws']],
];
process.on('beforeExit', () => {
  if (rounds.length === 0) return;
  const [title, names] = rounds.shift();
  console.log(`-- ${title}`);
  require('fs').stat(__filename, () => {
    names.forEach((name, index) => setImmediate(() => {
      console.log(name, index);
      queue(`${name} ${index}`);
      setImmediate(() => console.log('made by', name, index));
      if (name === 'throws') throw new Error(`error ${index}`);
    }));
    setTimeout(() => console.log('timer'), 1);
    burn(3);
  });
});
