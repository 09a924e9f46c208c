// @flags --expose-gc
// Clean-up callbacks that are due when nothing else is left still come, before `beforeExit`, and may revive the loop.
'use strict';

const registry = new FinalizationRegistry((held) => {
  console.log(`clean-up ${held}`);
  setTimeout(() => console.log('revived'), 1);
});
(() => registry.register({}, 'only'))();
setTimeout(() => {
  gc();
  console.log('collected');
}, 5);
process.once('beforeExit', () => console.log('beforeExit'));
process.on('exit', (code) => console.log(`exit ${code}`));
