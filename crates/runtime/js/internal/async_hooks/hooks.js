// Async ids and the hooks of async_hooks.createHook, as the schedulers of the loop see them.
//
// Nothing is paid while nobody asks: schedulers test `hooks.enabled` and only then call emit*. Ids are
// handed out all the same, because a Timeout shows its id. Once enabled it stays so: going back in the
// middle of a callback would leave the stack of ids with an entry too many.
'use strict';

const { ReflectApply } = primordials;

const hooks = {
  enabled: false,
  executionAsyncId: 1,
  triggerAsyncId: 0,
  executionAsyncResource: {},
  lastAsyncId: 1,
  listener: { init() {}, before() {}, after() {}, destroy() {} }, // replaced by internal/async_hooks/hook
  emitInit, emitBefore, emitAfter, emitDestroy, clearStack, runInScope, silently,
};

// The resource that no hook is told of.
let silentId = 0;

// What to go back to, innermost last: execution id, trigger id, resource.
const outer = [];
const STRIDE = 3;

function emitInit(asyncId, type, triggerAsyncId, resource) {
  hooks.listener.init(asyncId, type, triggerAsyncId, resource);
}

function enter(asyncId, triggerAsyncId, resource) {
  outer[outer.length] = hooks.executionAsyncId;
  outer[outer.length] = hooks.triggerAsyncId;
  outer[outer.length] = hooks.executionAsyncResource;
  hooks.executionAsyncId = asyncId;
  hooks.triggerAsyncId = triggerAsyncId;
  hooks.executionAsyncResource = resource;
}

function leave() {
  if (outer.length === 0) return;
  hooks.executionAsyncResource = outer[outer.length - 1];
  hooks.triggerAsyncId = outer[outer.length - 2];
  hooks.executionAsyncId = outer[outer.length - 3];
  outer.length -= STRIDE;
}

function emitBefore(asyncId, triggerAsyncId, resource = {}) {
  enter(asyncId, triggerAsyncId, resource);
  if (asyncId !== silentId) hooks.listener.before(asyncId);
}

function emitAfter(asyncId) {
  if (asyncId !== silentId) hooks.listener.after(asyncId);
  leave();
}

function emitDestroy(asyncId) {
  if (asyncId !== silentId) hooks.listener.destroy(asyncId);
}

// Lets `make` schedule something of the hooks' own: it has an id, but nobody hears of it.
function silently(make) {
  const { enabled } = hooks;
  hooks.enabled = false;
  try {
    make();
    silentId = hooks.lastAsyncId;
  } finally {
    hooks.enabled = enabled;
  }
}

// For the handler of uncaught exceptions: the callbacks that were entered will not be left.
function clearStack() {
  while (outer.length !== 0) {
    if (hooks.enabled) hooks.listener.after(hooks.executionAsyncId);
    leave();
  }
}

// Calls `fn` as a callback of the resource, with hooks or without.
function runInScope(asyncId, triggerAsyncId, resource, fn, thisArg, args) {
  if (hooks.enabled) emitBefore(asyncId, triggerAsyncId, resource);
  else enter(asyncId, triggerAsyncId, resource);
  try {
    return ReflectApply(fn, thisArg, args);
  } finally {
    if (hooks.enabled) emitAfter(asyncId);
    else leave();
  }
}

module.exports = hooks;
