// A finalizer that runs scripts and throws; calls into an addon from calls out of it.
// @flags --expose-gc
'use strict';

const addon = require(require('./fixtures/build')('reentrant'));

let finalized = 0;
process.on('uncaughtException', (error) => {
  if (error.message !== 'from a finalizer') console.log(error);
});
for (let i = 0; i < 50; i++) addon.watch({ i }, () => { finalized += 1; if (finalized % 10 === 0) throw new Error('from a finalizer'); });
let rounds = 0;
(function collect() {
  gc();
  rounds += 1;
  if (finalized < 40 && rounds < 500) {
    setImmediate(collect);
    return;
  }
  console.log('finalizers ran', finalized >= 40);
  console.log(addon.deep(60, (depth) => { if (depth % 20 === 0) gc(); return { depth }; }));
  try {
    addon.deep(10, (depth) => { if (depth === 5) throw new Error('in the middle'); });
  } catch (error) {
    console.log(error.message);
  }
})();
