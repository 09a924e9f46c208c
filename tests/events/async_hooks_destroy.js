// destroy comes after after, once for each resource, also for microtasks of queueMicrotask.
'use strict';
const { createHook } = require('node:async_hooks');

const lives = new Map();
const note = (asyncId, what) => lives.get(asyncId)?.push(what);
createHook({
  init(asyncId, type) {
    if (['Timeout', 'Immediate', 'TickObject', 'Microtask'].includes(type)) lives.set(asyncId, [type]);
  },
  before(asyncId) { note(asyncId, 'before'); },
  after(asyncId) { note(asyncId, 'after'); },
  destroy(asyncId) { note(asyncId, 'destroy'); },
}).enable();
setTimeout(() => {}, 1);
setImmediate(() => {});
process.nextTick(() => {});
queueMicrotask(() => {});
clearTimeout(setTimeout(() => {}, 1000));
setTimeout(() => {
  const shown = [...lives.values()].slice(0, 5).map((life) => life.join(' '));
  console.log(shown.join('\n'));
}, 50);
