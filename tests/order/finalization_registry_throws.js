// @flags --expose-gc
// A clean-up callback that throws is an uncaught exception, and the rest of its registry comes later, one by one.
'use strict';

const registry = new FinalizationRegistry((held) => {
  console.log(`clean-up ${held}`);
  throw new Error(`in clean-up ${held}`);
});
(() => {
  for (let i = 0; i < 3; i++) registry.register({}, i);
})();
process.on('uncaughtException', (error, origin) => {
  console.log(`caught ${error.message}, ${origin}`);
  process.nextTick(() => console.log('tick of the listener'));
});
setTimeout(() => {
  gc();
  console.log('collected');
}, 5);
setTimeout(() => console.log('end'), 200);
process.on('exit', (code) => console.log(`exit ${code}`));
