// createHook sees the life of timers, immediates, ticks and AsyncResources, in order.
'use strict';
const { AsyncResource, createHook, executionAsyncId } = require('node:async_hooks');

const log = [];
const kinds = new Map();
const hook = createHook({
  init(asyncId, type, triggerAsyncId) {
    if (!['Timeout', 'Immediate', 'TickObject', 'Mine'].includes(type)) return;
    kinds.set(asyncId, type);
    log.push(`init ${type} by ${kinds.get(triggerAsyncId) ?? 'main'}`);
  },
  before(asyncId) {
    if (kinds.has(asyncId)) log.push(`before ${kinds.get(asyncId)} ${executionAsyncId() === asyncId}`);
  },
  after(asyncId) {
    if (kinds.has(asyncId)) log.push(`after ${kinds.get(asyncId)}`);
  },
});
hook.enable();
setImmediate(() => {
  log.push('immediate');
  setTimeout(() => {
    log.push('timeout');
    process.nextTick(() => log.push('tick'));
  }, 1);
});
const mine = new AsyncResource('Mine');
mine.runInAsyncScope(() => log.push('mine'));
setTimeout(() => {
  hook.disable();
  setImmediate(() => {
    // Console output makes resources of its own in Node, so it waits for the end.
    console.log(log.join('\n'));
  });
}, 40);
