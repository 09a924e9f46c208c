// AsyncHook, what async_hooks.createHook makes: callbacks for the life of everything that has an async id.
'use strict';

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  Error,
  String,
  Symbol,
} = primordials;

const { codes: { ERR_ASYNC_CALLBACK, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateBoolean } = require('internal/validators');
const hooks = require('internal/async_hooks/hooks');

const kInit = Symbol('init');
const kBefore = Symbol('before');
const kAfter = Symbol('after');
const kDestroy = Symbol('destroy');
const kPromiseResolve = Symbol('promiseResolve');
const kNoPromiseHook = Symbol('kNoPromiseHook');

// The enabled hooks. What a callback of a hook enables or disables counts when the outermost of those callbacks is over.
let active = [];
let changed;
let depth = 0;

function change(edit) {
  const hooksThen = ArrayPrototypeSlice(changed ?? active);
  edit(hooksThen);
  changed = hooksThen;
  if (depth === 0) takeChanges();
}

function takeChanges() {
  active = changed;
  changed = undefined;
  trackPromises();
}

function checkCallback(callback, name) {
  if (callback !== undefined && typeof callback !== 'function') throw new ERR_ASYNC_CALLBACK(`hook.${name}`);
  return callback;
}

class AsyncHook {
  constructor({ init, before, after, destroy, promiseResolve, trackPromises }) {
    this[kInit] = checkCallback(init, 'init');
    this[kBefore] = checkCallback(before, 'before');
    this[kAfter] = checkCallback(after, 'after');
    this[kDestroy] = checkCallback(destroy, 'destroy');
    this[kPromiseResolve] = checkCallback(promiseResolve, 'promiseResolve');
    if (trackPromises !== undefined) {
      validateBoolean(trackPromises, 'trackPromises');
      if (!trackPromises && promiseResolve !== undefined) {
        throw new ERR_INVALID_ARG_VALUE('trackPromises', trackPromises, 'must not be false when promiseResolve is enabled');
      }
    }
    this[kNoPromiseHook] = trackPromises === false;
  }

  enable() {
    if (ArrayPrototypeIndexOf(changed ?? active, this) === -1) {
      trackIds();
      change((list) => ArrayPrototypePush(list, this));
    }
    return this;
  }

  disable() {
    const at = ArrayPrototypeIndexOf(changed ?? active, this);
    if (at !== -1) change((list) => ArrayPrototypeSplice(list, at, 1));
    return this;
  }
}

let promises;

// Promises are told of while an enabled hook wants that.
function trackPromises() {
  let isWanted = false;
  for (let i = 0; i < active.length; i++) isWanted ||= !active[i][kNoPromiseHook];
  if (isWanted) promises ??= require('internal/async_hooks/promises');
  promises?.setTracking(isWanted);
}

// An error in a hook cannot be handled by anybody: it is printed and the
// process ends.
function fatal(error) {
  const { normalizeStack } = require('internal/errors/stack');
  const shown = typeof error?.stack === 'string' ? error : new Error(String(error));
  process._rawDebug(normalizeStack(shown).stack);
  if (internalBinding('options').values['--abort-on-uncaught-exception']) process.abort();
  process.exit(1);
}

function tell(key, asyncId, type, triggerAsyncId, resource) {
  depth++;
  try {
    for (let i = 0; i < active.length; i++) {
      const hook = active[i];
      if (hook[key] !== undefined) hook[key](asyncId, type, triggerAsyncId, resource);
    }
  } catch (error) {
    fatal(error);
  }
  if (--depth === 0 && changed !== undefined) takeChanges();
}

const listener = {
  init(asyncId, type, triggerAsyncId, resource) {
    promises?.catchUp();
    tell(kInit, asyncId, type, triggerAsyncId, resource);
  },
  before(asyncId) {
    promises?.catchUp();
    tell(kBefore, asyncId);
  },
  after(asyncId) {
    promises?.catchUp();
    tell(kAfter, asyncId);
  },
  promiseResolve(asyncId) {
    tell(kPromiseResolve, asyncId);
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
  hooks.entering = true;
}

module.exports = { AsyncHook, trackIds };
