// Rejections nobody handles.
//
// The engine reports a promise that is rejected without a handler when its job queue runs empty; it does
// not report that a handler came later. So a reported promise waits in `pending` until ticks and
// microtasks are both empty, is asked once more whether it is handled, and then goes the way of
// --unhandled-rejections. Afterwards it is watched, weakly in the long run: whenever the queues run empty, those that have
// been handled meanwhile raise `rejectionHandled`. Nothing is asked while no rejection is outstanding.
'use strict';

const { ArrayPrototypePush, Error, SafeWeakRef, SafeWeakMap, ObjectDefineProperty } = primordials;
const { tickInfo, HAS_REJECTION, isPromiseHandled } = internalBinding('task_queue');
const { getOptionValue } = require('internal/options');
const hooks = require('internal/async_hooks/hooks');

// { promise, reason, uid } in the order of their rejection.
let pending = [];
// The same after they were reported, the promise behind a weak reference. A promise may be handled and collected before
// anybody asks, so the last ones are also held.
let outstanding = [];
const HELD = 1000;
let lastUid = 0;
// Offers a rejection to the domain that the promise was made in; set when domains are in use.
let offerToDomain = () => false;

function setDomainOffer(callback) {
  offerToDomain = callback;
}

// The errors that have stopped scripts whose time was over: promises that were rejected with one would have stayed pending.
let stops;

function addStop(error) {
  stops ??= new SafeWeakMap();
  stops.set(error, true);
}

function onUnhandled(promise, reason) {
  if (stops !== undefined && typeof reason === 'object' && reason !== null && stops.has(reason)) return;
  ArrayPrototypePush(pending, { promise, reason, uid: ++lastUid });
  tickInfo[HAS_REJECTION] = 1;
}

function warnUnhandled(entry) {
  const { warnRejection } = require('internal/process/warning');
  warnRejection(entry.reason, entry.uid);
}

function warnHandled(uid) {
  const warning = new Error(`Promise rejection was handled asynchronously (rejection id: ${uid})`);
  warning.name = 'PromiseRejectionHandledWarning';
  ObjectDefineProperty(warning, 'id', { __proto__: null, value: uid, enumerable: true, configurable: true, writable: true });
  process.emitWarning(warning);
}

function raise(reason) {
  const { isErrorLike } = require('internal/process/warning');
  const { triggerUncaughtException } = require('internal/process/uncaught');
  let error = reason;
  if (!isErrorLike(reason)) {
    const { UnhandledPromiseRejection } = require('internal/errors');
    error = new UnhandledPromiseRejection(reason);
  }
  triggerUncaughtException(error, true);
}

const modes = {
  '__proto__': null,
  'throw'(entry) {
    if (!emitUnhandled(entry)) raise(entry.reason);
  },
  'strict'(entry) {
    raise(entry.reason);
    if (!emitUnhandled(entry)) warnUnhandled(entry);
  },
  'warn'(entry) {
    emitUnhandled(entry);
    warnUnhandled(entry);
  },
  'none'(entry) {
    emitUnhandled(entry);
  },
  'warn-unless-heard'(entry) {
    if (emitUnhandled(entry)) return;
    warnUnhandled(entry);
    require('internal/process/warning').warnRejectionDeprecated();
  },
  'warn-with-error-codes'(entry) {
    if (emitUnhandled(entry)) return;
    warnUnhandled(entry);
    process.exitCode = 1;
  },
};

function emitUnhandled({ reason, promise }) {
  return offerToDomain(promise, reason) || process.emit('unhandledRejection', reason, promise);
}

// Reports what is still unhandled; true if that may have queued ticks or microtasks.
function processPromiseRejections() {
  let reported = reportLateHandlers();
  if (pending.length === 0) return reported;
  const mode = modes[getOptionValue('--unhandled-rejections')];
  // A listener that throws loses the rest of its batch, as in Node.
  const batch = pending;
  pending = [];
  for (let i = 0; i < batch.length; i++) {
    const entry = batch[i];
    if (isPromiseHandled(entry.promise)) continue;
    reported = true;
    ArrayPrototypePush(outstanding, { promise: entry.promise, ref: new SafeWeakRef(entry.promise), uid: entry.uid });
    if (outstanding.length > HELD) outstanding[outstanding.length - 1 - HELD].promise = undefined;
    if (hooks.note !== undefined) require('internal/causes/floating').note(entry.reason);
    if (hooks.endJob === undefined) mode(entry);
    else runAsPromise(mode, entry);
  }
  return reported;
}

// With the ids of the promise, if hooks were told of it.
function runAsPromise(mode, entry) {
  const ids = require('internal/async_hooks/promises').idsOf(entry.promise);
  if (ids === undefined) {
    mode(entry);
    return;
  }
  hooks.enterScope(ids.asyncId, ids.triggerAsyncId, entry.promise);
  try {
    mode(entry);
  } finally {
    // The handler of uncaught exceptions may have left for it.
    if (hooks.executionAsyncId === ids.asyncId) hooks.leaveScope();
  }
}

// Up to Node 10 nobody asked what the listeners queued: it waited for the next callback.
const asksAfterLateHandlers = !internalBinding('options').loop.drainsPerBatch;

function reportLateHandlers() {
  if (outstanding.length === 0) return false;
  const still = [];
  const handled = [];
  for (let i = 0; i < outstanding.length; i++) {
    const promise = outstanding[i].promise ?? outstanding[i].ref.deref();
    if (promise === undefined) continue;
    if (isPromiseHandled(promise)) handled[handled.length] = { promise, uid: outstanding[i].uid };
    else still[still.length] = outstanding[i];
  }
  outstanding = still;
  for (let i = 0; i < handled.length; i++) {
    const { promise, uid } = handled[i];
    if (!process.emit('rejectionHandled', promise)) warnHandled(uid);
  }
  return handled.length !== 0 && asksAfterLateHandlers;
}

// While this holds, the door keeps asking after every callback: that is how a late handler is noticed.
function hasOutstandingRejections() {
  return outstanding.length !== 0;
}

module.exports = { addStop, onUnhandled, processPromiseRejections, hasOutstandingRejections, setDomainOffer };
