// What a worker is to those who ask what keeps a program running: hooks, and the list of active resources.
'use strict';

const { createHook } = require('async_hooks');
const { Worker } = require('worker_threads');

const seen = new Map();
createHook({
  init(id, type, trigger, resource) { if (type === 'WORKER' || type === 'MESSAGEPORT') seen.set(id, [type, resource]); },
  destroy(id) { seen.delete(id); },
}).enable();

// Standard streams aside.
const active = () => process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap');

const worker = new Worker('setTimeout(() => {}, 50)', { eval: true });
const handle = [...seen.values()].find(([type]) => type === 'WORKER')[1];
console.log(handle.hasRef());
worker.unref();
console.log(handle.hasRef(), active());
worker.ref();
console.log(handle.hasRef(), active());
worker.on('message', () => {});
worker.on('exit', () => {
  console.log('exit', handle.hasRef(), active());
  setTimeout(() => console.log('later', handle.hasRef(), active()), 1);
});
