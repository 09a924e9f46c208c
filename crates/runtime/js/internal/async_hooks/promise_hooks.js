// `promiseHooks` of the module `v8`: functions that are called for the life of every promise, without ids.
'use strict';

const { FunctionPrototypeBind } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { isAsyncFunction } = require('internal/util/types');

function validateHook(hook, name) {
  if (typeof hook !== 'function' || isAsyncFunction(hook)) throw new ERR_INVALID_ARG_TYPE(name, 'function', hook);
}

// Calls the functions of `watcher` until the answer is called.
function add(watcher) {
  const { addWatcher, removeWatcher } = require('internal/async_hooks/promises');
  addWatcher(watcher);
  return removeWatcher;
}

function makeAdder(event) {
  return (hook) => {
    validateHook(hook, `${event}Hook`);
    const watcher = { __proto__: null, [event]: hook };
    const remove = add(watcher);
    const stop = { stop() { remove(watcher); } }.stop;
    return FunctionPrototypeBind(stop, undefined);
  };
}

function createHook({ init, before, after, settled } = { __proto__: null }) {
  const watcher = { __proto__: null, init, before, after, settled };
  const events = ['init', 'before', 'after', 'settled'];
  let hasOne = false;
  for (let i = 0; i < events.length; i++) {
    if (watcher[events[i]] === undefined) continue;
    validateHook(watcher[events[i]], `${events[i]}Hook`);
    hasOne = true;
  }
  const remove = hasOne ? add(watcher) : undefined;
  return () => remove?.(watcher);
}

module.exports = {
  createHook,
  onInit: makeAdder('init'),
  onBefore: makeAdder('before'),
  onAfter: makeAdder('after'),
  onSettled: makeAdder('settled'),
};
