// An exception in a list of timers: the rest goes on at once. In Node 10 ticks wait for the end of the list, and an
// interval that throws is over.
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
const timer = (name, ms, end = () => {}) => setTimeout(() => {
  console.log(name);
  queue(name);
  end();
}, ms);
const fail = (name) => () => { throw new Error(name); };

const rounds = [
  () => {
    timer('first', 1, fail('error of first'));
    timer('second', 1);
    timer('other list', 50);
    setImmediate(() => console.log('immediate'));
  },
  () => {
    timer('first', 1);
    timer('second', 1, fail('error of second'));
    timer('other list', 50, fail('error of the other list'));
    setImmediate(() => console.log('immediate'));
  },
  () => {
    timer('first', 1, () => process.nextTick(fail('error of a tick')));
    timer('second', 1);
    timer('other list', 50);
  },
  () => {
    let times = 0;
    const interval = setInterval(() => {
      console.log('interval', ++times);
      if (times === 2) clearInterval(interval);
      if (times === 1) throw new Error('error of an interval');
    }, 1);
  },
];
process.on('beforeExit', () => {
  if (rounds.length === 0) return;
  console.log('--');
  rounds.shift()();
  burn(60);
});
