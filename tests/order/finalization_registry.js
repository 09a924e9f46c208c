// @flags --expose-gc
// The clean-up of a registry is one callback of the loop: its ticks come before its promise jobs, and before the immediates of
// the turn in which the objects were found to be gone. A second registry has its turn after those.
'use strict';

function registry(name) {
  return new FinalizationRegistry((held) => {
    console.log(`${name} ${held}`);
    process.nextTick(() => console.log(`${name} tick ${held}`));
    Promise.resolve().then(() => console.log(`${name} promise ${held}`));
    setImmediate(() => console.log(`${name} immediate ${held}`));
  });
}

const first = registry('first');
const second = registry('second');
(() => {
  for (let i = 0; i < 3; i++) first.register({}, i);
  for (let i = 0; i < 2; i++) second.register({}, i);
})();

setTimeout(() => {
  gc();
  console.log('collected');
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise'));
  setImmediate(() => console.log('immediate'));
}, 5);
setTimeout(() => console.log('end'), 200);
