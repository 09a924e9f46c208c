// setImmediate's object and the check phase.
//
// The queue is detached when the phase starts: what is queued meanwhile waits for the next iteration.
// If a callback throws, the rest stays in `outstanding`; the door reports the error and calls
// processImmediates again, which goes on there.
//
// The door reads these numbers when JavaScript has returned:
//
//   immediateInfo[COUNT]        how many wait
//   immediateInfo[REF_COUNT]    how many of them keep the loop alive: poll may block only at 0
//   immediateInfo[OUTSTANDING]  1 while a detached queue is not finished
//   immediateInfo[HAS_DESTROYED] 1 if hooks of async_hooks are to be told of what is gone, before anything else
'use strict';

const { ArrayPrototypePush, ArrayPrototypeSlice, ReflectApply, Symbol, SymbolDispose } = primordials;
const { immediateInfo, COUNT, REF_COUNT, OUTSTANDING, HAS_DESTROYED } = internalBinding('timers');
const { loop } = internalBinding('options');
const { runNextTicks } = require('internal/process/task_queues');
const { kRefed } = require('internal/timers/timeout');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');

const kAsyncId = Symbol('asyncId');
const kTriggerId = Symbol('triggerId');
const kFrame = Symbol('kAsyncContextFrame');

const NO_ARGUMENTS = [];
// What the platform has to tell before the program's immediates; see runEarly.
let early = [];
const waiting = { head: null, tail: null };
const outstanding = { head: null };

class Immediate {
  constructor(callback, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = callback;
    this._argv = args;
    this._destroyed = false;
    this[kRefed] = true;
    this[kAsyncId] = ++hooks.lastAsyncId;
    this[kTriggerId] = hooks.executionAsyncId;
    this[kFrame] = context.current;
    if (hooks.enabled) hooks.emitInit(this[kAsyncId], 'Immediate', this[kTriggerId], this);
    immediateInfo[REF_COUNT]++;
    immediateInfo[COUNT]++;
    if (waiting.tail === null) {
      waiting.head = this;
    } else {
      waiting.tail._idleNext = this;
      this._idlePrev = waiting.tail;
    }
    waiting.tail = this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      immediateInfo[REF_COUNT]++;
    }
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      immediateInfo[REF_COUNT]--;
    }
    return this;
  }

  hasRef() {
    return !!this[kRefed];
  }

  [SymbolDispose]() {
    clearImmediate(this);
  }
}

function release(immediate) {
  immediateInfo[COUNT]--;
  if (immediate[kRefed]) immediateInfo[REF_COUNT]--;
  immediate[kRefed] = null;
  immediate._destroyed = true;
}

function clearImmediate(immediate) {
  if (!immediate?._onImmediate || immediate._destroyed) return;
  release(immediate);
  if (hooks.enabled) hooks.emitDestroy(immediate[kAsyncId]);
  immediate._onImmediate = undefined;
  const { _idleNext: next, _idlePrev: previous } = immediate;
  if (next !== null) next._idlePrev = previous;
  if (previous !== null) previous._idleNext = next;
  if (immediate === waiting.head) waiting.head = next;
  if (immediate === waiting.tail) waiting.tail = previous;
  if (immediate === outstanding.head) outstanding.head = next;
  immediate._idleNext = null;
  immediate._idlePrev = null;
}

function detachQueue() {
  outstanding.head = waiting.head;
  waiting.head = waiting.tail = null;
}

// Calls back at the start of the check phase, as Node does with the answers of name servers and the writes of TLS. All that
// are queued then, and what those queue, are called in one go: ticks and microtasks wait for the last.
function runEarly(callback) {
  immediateInfo[REF_COUNT]++;
  immediateInfo[COUNT]++;
  ArrayPrototypePush(early, callback);
}

function processEarly() {
  let next = 0;
  try {
    while (next < early.length) {
      immediateInfo[REF_COUNT]--;
      immediateInfo[COUNT]--;
      early[next++]();
    }
  } finally {
    // After an exception the rest goes on when the door calls again.
    early = ArrayPrototypeSlice(early, next);
  }
  runNextTicks();
}

function processImmediates() {
  if (immediateInfo[HAS_DESTROYED] !== 0) hooks.tellDestroyed();
  if (early.length !== 0) {
    immediateInfo[OUTSTANDING] = 1;
    processEarly();
  }
  if (outstanding.head === null) {
    detachQueue();
    immediateInfo[OUTSTANDING] = 1;
  }
  let ran = false;
  while (outstanding.head !== null) {
    if (ran) {
      runNextTicks();
      if (outstanding.head === null) break;
    }
    ran = true;
    fireNext();
  }
  immediateInfo[OUTSTANDING] = 0;
  // The door would do it, but from in here it costs no second entry.
  runNextTicks();
}

// Up to Node 10 nothing is drained until the whole queue has run. An exception leaves the mark as it is unless there is
// a rest: after the first one, an exception of the last immediate brings the next queue in the same phase.
function processImmediatesAsBatch() {
  if (immediateInfo[HAS_DESTROYED] !== 0) hooks.tellDestroyed();
  if (early.length !== 0) processEarly();
  if (outstanding.head === null) detachQueue();
  let isDone = false;
  try {
    while (outstanding.head !== null) fireNext();
    isDone = true;
  } finally {
    if (isDone || outstanding.head !== null) immediateInfo[OUTSTANDING] = isDone ? 0 : 1;
  }
  runNextTicks();
}

function fireNext() {
  const immediate = outstanding.head;
  const next = immediate._idleNext;
  if (next !== null) next._idlePrev = null;
  outstanding.head = next;
  immediate._idleNext = null;
  release(immediate);
  fire(immediate);
}

function fire(immediate) {
  context.current = immediate[kFrame];
  if (hooks.enabled) {
    fireHooked(immediate);
    return;
  }
  const callback = immediate._onImmediate;
  immediate._onImmediate = null;
  if (immediate._argv === undefined) ReflectApply(callback, immediate, NO_ARGUMENTS);
  else ReflectApply(callback, immediate, immediate._argv);
}

function fireHooked(immediate) {
  const asyncId = immediate[kAsyncId];
  if (hooks.entering) hooks.emitBefore(asyncId, immediate[kTriggerId], immediate);
  const callback = immediate._onImmediate;
  immediate._onImmediate = null;
  try {
    ReflectApply(callback, immediate, immediate._argv ?? NO_ARGUMENTS);
  } finally {
    hooks.emitDestroy(asyncId);
  }
  if (hooks.entering) hooks.emitAfter(asyncId);
}

module.exports = {
  Immediate, clearImmediate, processImmediates: loop.drainsPerBatch ? processImmediatesAsBatch : processImmediates,
  runEarly,
};
