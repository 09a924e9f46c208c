// The public module `async_hooks`. AsyncLocalStorage and AsyncResource cost
// nothing to others; ids and hooks are followed from the moment a program
// takes one of the functions that need them, which is why those are getters.
'use strict';

const { ObjectDefineProperty, ObjectFreeze } = primordials;

const hooks = require('internal/async_hooks/hooks');

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

function define(name, get) {
  ObjectDefineProperty(module.exports, name, { __proto__: null, enumerable: true, configurable: true, get });
}

function defineTracking(name, value) {
  define(name, () => {
    require('internal/async_hooks/hook').trackIds();
    return value;
  });
}

define('AsyncLocalStorage', () => require('internal/async_hooks/local_storage').AsyncLocalStorage);
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
define('AsyncResource', () => require('internal/async_hooks/resource').AsyncResource);
