// How many turns of the microtask queue lie between a module's end and the promise of its import().
// @loop node node11
'use strict';
globalThis.clock = () => {
  let turn = 0;
  const tick = () => { if (++turn < 30) Promise.resolve().then(tick); };
  Promise.resolve().then(tick);
  return () => turn;
};
import('./fixtures/settles.mjs').then(({ now }) => {
  console.log('settled in turn', now());
  return import('./fixtures/fails.mjs');
}).catch(() => console.log('failed in turn', globalThis.now()));
