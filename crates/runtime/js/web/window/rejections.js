// Promises rejected without a handler: `unhandledrejection` in a task of its own after the checkpoint that saw them, and
// `rejectionhandled` if a handler comes later.
//
// The engine names a rejected promise without a handler when its queue of jobs runs empty; that a handler came later it does
// not tell, so those that were reported are asked after every checkpoint while there are any.
'use strict';

const { ArrayPrototypePush, SafeWeakRef, globalThis } = primordials;
const { watch } = require('web/window/running');
const { isPromiseHandled, setUnhandledRejectionCallback } = internalBinding('task_queue');

// { promise, reason } since the last checkpoint.
let pending = [];
// { ref, reason } of those that were reported.
let outstanding = [];

function install() {
  setUnhandledRejectionCallback((promise, reason) => ArrayPrototypePush(pending, { promise, reason }));
  watch(notify);
}

// Called after every checkpoint.
function notify() {
  if (outstanding.length !== 0) findHandled();
  if (pending.length === 0) return;
  const rejected = pending;
  pending = [];
  queue(() => {
    for (let i = 0; i < rejected.length; i++) {
      const { promise, reason } = rejected[i];
      if (isPromiseHandled(promise)) continue;
      if (fire('unhandledrejection', promise, reason)) require('web/window/errors').printRejection(reason);
      if (!isPromiseHandled(promise)) ArrayPrototypePush(outstanding, { ref: new SafeWeakRef(promise), reason });
    }
  });
}

function findHandled() {
  const still = [];
  for (let i = 0; i < outstanding.length; i++) {
    const { ref, reason } = outstanding[i];
    const promise = ref.deref();
    if (promise === undefined) continue;
    if (isPromiseHandled(promise)) queue(() => fire('rejectionhandled', promise, reason));
    else ArrayPrototypePush(still, outstanding[i]);
  }
  outstanding = still;
}

function queue(callback) {
  const { SOURCES, queueTask } = require('web/window/event_loop');
  queueTask(SOURCES.domManipulation, callback);
}

// True if no listener prevented the default.
function fire(type, promise, reason) {
  const { PromiseRejectionEvent } = require('web/dom/events');
  const target = require('web/dom/event_target');
  const cancelable = type === 'unhandledrejection';
  return target.fire(globalThis, new PromiseRejectionEvent(type, { __proto__: null, cancelable, promise, reason }));
}

module.exports = { install, notify };
