// AsyncHook, what async_hooks.createHook makes: callbacks for the life of everything that has an async id. The engine does
// not tell of promises, so there are no events for them.
'use strict';

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  Symbol,
} = primordials;

const { codes: { ERR_ASYNC_CALLBACK } } = require('internal/errors');
const hooks = require('internal/async_hooks/hooks');

const kInit = Symbol('init');
const kBefore = Symbol('before');
const kAfter = Symbol('after');
const kDestroy = Symbol('destroy');
const kPromiseResolve = Symbol('promiseResolve');
const kNoPromiseHook = Symbol('kNoPromiseHook');

// The enabled hooks. Replaced, never changed, so that one can be walked while
// a callback enables or disables.
let active = [];

function checkCallback(callback, name) {
  if (callback !== undefined && typeof callback !== 'function') throw new ERR_ASYNC_CALLBACK(`hook.${name}`);
  return callback;
}

class AsyncHook {
  constructor({ init, before, after, destroy, promiseResolve }) {
    this[kInit] = checkCallback(init, 'init');
    this[kBefore] = checkCallback(before, 'before');
    this[kAfter] = checkCallback(after, 'after');
    this[kDestroy] = checkCallback(destroy, 'destroy');
    this[kPromiseResolve] = checkCallback(promiseResolve, 'promiseResolve');
    this[kNoPromiseHook] = false;
  }

  enable() {
    if (ArrayPrototypeIndexOf(active, this) === -1) {
      active = ArrayPrototypeSlice(active);
      ArrayPrototypePush(active, this);
      trackIds();
    }
    return this;
  }

  disable() {
    const at = ArrayPrototypeIndexOf(active, this);
    if (at !== -1) {
      active = ArrayPrototypeSlice(active);
      ArrayPrototypeSplice(active, at, 1);
    }
    return this;
  }
}

// An error in a hook cannot be handled by anybody: it is printed and the
// process ends.
function fatal(error) {
  require('internal/errors/stack').normalizeStack(error);
  process._rawDebug(typeof error?.stack === 'string' ? error.stack : error);
  process.exit(1);
}

function tell(key, asyncId, type, triggerAsyncId, resource) {
  const told = active;
  try {
    for (let i = 0; i < told.length; i++) {
      const hook = told[i];
      if (hook[key] !== undefined) hook[key](asyncId, type, triggerAsyncId, resource);
    }
  } catch (error) {
    fatal(error);
  }
}

const listener = {
  init(asyncId, type, triggerAsyncId, resource) {
    tell(kInit, asyncId, type, triggerAsyncId, resource);
  },
  before(asyncId) {
    tell(kBefore, asyncId);
  },
  after(asyncId) {
    tell(kAfter, asyncId);
  },
  destroy(asyncId) {
    tell(kDestroy, asyncId);
  },
  wantsDestroyed() {
    for (let i = 0; i < active.length; i++) {
      if (active[i][kDestroy] !== undefined) return true;
    }
    return false;
  },
};

// From here on the schedulers keep the ids of what is running up to date.
function trackIds() {
  hooks.listener = listener;
  hooks.enabled = true;
}

module.exports = { AsyncHook, trackIds };
