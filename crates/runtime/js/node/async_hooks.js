// The public module `async_hooks`. AsyncLocalStorage and AsyncResource cost
// nothing to others; ids and hooks are followed from the moment a program
// takes one of the functions that need them, which is why those are getters.
'use strict';

const { ObjectFreeze } = primordials;

const hooks = require('internal/async_hooks/hooks');
const { lazyValue, lazyValues } = require('internal/util/lazy_members');

function executionAsyncId() {
  hooks.catchUp?.();
  return hooks.executionAsyncId;
}

function triggerAsyncId() {
  hooks.catchUp?.();
  return hooks.triggerAsyncId;
}

function executionAsyncResource() {
  hooks.catchUp?.();
  return hooks.executionAsyncResource;
}

function createHook(callbacks) {
  const { AsyncHook } = require('internal/async_hooks/hook');
  return new AsyncHook(callbacks);
}

function defineTracking(name, value) {
  lazyValue(module.exports, name, () => {
    require('internal/async_hooks/hook').trackIds();
    return value;
  });
}

lazyValues(module.exports, 'internal/async_hooks/local_storage', ['AsyncLocalStorage']);
module.exports.createHook = createHook;
defineTracking('executionAsyncId', executionAsyncId);
defineTracking('triggerAsyncId', triggerAsyncId);
defineTracking('executionAsyncResource', executionAsyncResource);
// The kinds of native resources that have an id here, with Node's numbers.
module.exports.asyncWrapProviders = ObjectFreeze({
  __proto__: null,
  NONE: 0,
  FSREQCALLBACK: 8,
  FSREQPROMISE: 9,
  MESSAGEPORT: 24,
  PIPEWRAP: 27,
  PROCESSWRAP: 28,
  SIGNALWRAP: 37,
});
lazyValues(module.exports, 'internal/async_hooks/resource', ['AsyncResource']);
