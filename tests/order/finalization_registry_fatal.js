// @flags --expose-gc
// @exit 1
// A clean-up callback that throws ends the program if nobody listens.
'use strict';

const registry = new FinalizationRegistry((held) => {
  console.log(`clean-up ${held}`);
  throw new Error(`in clean-up ${held}`);
});
(() => registry.register({}, 'only'))();
setTimeout(() => {
  gc();
  console.log('collected');
}, 5);
setTimeout(() => console.log('never'), 200);
process.on('exit', (code) => console.log(`exit ${code}`));
