// A timer that a tick after a timer starts, and that is due before the phase ends: in this phase up to Node 19, where
// libuv went on while one was due, in the next since.
// @loop node node11 node10
// @output node
//   timer
//   tick
//   immediate
//   timer of the tick
// @output node11 node10
//   timer
//   tick
//   timer of the tick
//   immediate
'use strict';
const burn = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
setTimeout(() => {
  console.log('timer');
  setImmediate(() => console.log('immediate'));
  process.nextTick(() => {
    console.log('tick');
    setTimeout(() => console.log('timer of the tick'), 1);
    burn(5);
    // Asking for the time, as every timer does, is what moves the clock of the phase.
    clearTimeout(setTimeout(() => {}, 1000));
  });
}, 1);
