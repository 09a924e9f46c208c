// AsyncResource and the ids of async_hooks.
'use strict';
const { AsyncResource, createHook, executionAsyncId, triggerAsyncId } = require('node:async_hooks');

function show(title, fn) {
  try {
    console.log(title, '->', fn());
  } catch (error) {
    console.log(title, '|', error.name, error.code, '|', error.message);
  }
}
console.log(executionAsyncId(), triggerAsyncId());
const resource = new AsyncResource('Mine');
console.log(resource.asyncId() > 1, resource.triggerAsyncId());
console.log(resource.runInAsyncScope(function(a, b) {
  return [this.name, a, b, executionAsyncId() === resource.asyncId(), triggerAsyncId()];
}, { name: 'this' }, 1, 2));
const bound = resource.bind(function(a, b) { return [this?.name, a, b, executionAsyncId() === resource.asyncId()]; });
console.log(bound.length, bound.call({ name: 'that' }, 3, 4));
console.log(resource.bind(function() { return this.name; }, { name: 'fixed' })());
console.log(AsyncResource.bind(() => executionAsyncId() > 1)(), executionAsyncId());
console.log(resource.emitDestroy() === resource);
show('type', () => new AsyncResource());
show('trigger', () => new AsyncResource('x', -5));
show('trigger option', () => new AsyncResource('x', { triggerAsyncId: 'a' }).triggerAsyncId());
show('bind', () => resource.bind(5));
show('hook', () => createHook({ init: 5 }));
show('throws', () => resource.runInAsyncScope(() => { throw new Error('through'); }));
console.log(executionAsyncId());

setTimeout(() => {
  const outer = executionAsyncId();
  console.log('timer', outer > 1, triggerAsyncId());
  process.nextTick(() => console.log('tick', executionAsyncId() > outer, triggerAsyncId() === outer));
}, 1);
