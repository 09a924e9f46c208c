// Async ids and the hooks of async_hooks.createHook, as the schedulers of the loop see them.
//
// Nothing is paid while no hook is enabled: schedulers test `hooks.enabled` and only then call emit*.
// Ids are handed out all the same, because a Timeout shows its id.
'use strict';

const hooks = {
  enabled: false,
  executionAsyncId: 1,
  triggerAsyncId: 0,
  lastAsyncId: 1,
  listener: null, // set by async_hooks: { init, before, after, destroy }
  emitInit, emitBefore, emitAfter, emitDestroy,
};

// The ids to go back to, innermost last.
const outer = [];

function emitInit(asyncId, type, triggerAsyncId, resource) {
  hooks.listener.init(asyncId, type, triggerAsyncId, resource);
}

function emitBefore(asyncId, triggerAsyncId) {
  outer[outer.length] = hooks.executionAsyncId;
  outer[outer.length] = hooks.triggerAsyncId;
  hooks.executionAsyncId = asyncId;
  hooks.triggerAsyncId = triggerAsyncId;
  hooks.listener.before(asyncId);
}

function emitAfter(asyncId) {
  hooks.listener.after(asyncId);
  if (outer.length === 0) return;
  hooks.triggerAsyncId = outer[outer.length - 1];
  hooks.executionAsyncId = outer[outer.length - 2];
  outer.length -= 2;
}

function emitDestroy(asyncId) {
  hooks.listener.destroy(asyncId);
}

module.exports = hooks;
