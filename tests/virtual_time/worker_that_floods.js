// A worker that never stops sending does not hold the timers of who hears it.
// @roundel-flags --virtual-time
'use strict';
const { Worker } = require('worker_threads');

const worker = new Worker(`
  const { parentPort } = require('worker_threads');
  for (let rounds = 0; ; rounds++) if (rounds % 500 === 0) parentPort.postMessage(rounds);
`, { eval: true });
let heard = 0;
worker.on('message', () => heard++);
worker.once('message', () => {
  const began = Date.now();
  setTimeout(() => {
    console.log('timer', heard > 0, Date.now() - began >= 1000);
    process.exit();
  }, 1000);
});
