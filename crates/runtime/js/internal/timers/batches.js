// Timers as they were up to Node 10. Loaded by internal/timers/timeout under such a loop, whose functions it replaces.
//
// There was not one native timer but one for each list of a duration, and one for each timer that was unref'd. All
// stand in one heap:
//
//    heap      [ 1 ms list @105, an unref'd timer @107, 40 ms list @140 ]
//
// The loop asked for the first of them as long as it was due by a clock that every reading moved on, so what became
// due meanwhile still ran in the same phase. Ticks and microtasks were drained after each native timer, that is, once
// for all due timers of a list. An exception brought the same native timer again, with a new reading of the clock and
// nothing drained between.
//
// Two more differences: an interval that throws is over, and one whose callback takes longer than its period begins
// anew when the callback ends.
'use strict';

const { MathCeil, MathMax, MathTrunc, ObjectDefineProperty, ReflectApply, SafeMap, Symbol, SymbolDispose } = primordials;
const { clock, updateNow, timerInfo, NOW, NEXT_EXPIRY, REF_COUNT } = internalBinding('timers');
const { TimersList, append, unlink, oldest } = require('internal/timers/queue');
const { runNextTicks } = require('internal/process/task_queues');
const heap = require('internal/timers/heap');
const timeout = require('internal/timers/timeout');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');

const { Timeout, kRefed, kAsyncId, kTriggerId, kFrame, revive, destroy, timersById } = timeout;

// The native timer of a list, or of a Timeout that was unref'd; whether a Timeout's callback was ever called.
const kNative = Symbol('kNative');
const kCalled = Symbol('kCalled');

class NativeTimer {
  constructor(list, owner) {
    this.expiry = Infinity;
    this.id = 0;
    this.priorityQueuePosition = 0;
    this.isActive = false;
    this.list = list; // the list it serves,
    this.owner = owner; // or the one timer
  }

  start(delay) {
    this.stop();
    this.expiry = clock[NOW] + MathTrunc(delay);
    this.id = nextId++;
    this.isActive = true;
    heap.add(this);
    if (clock[NEXT_EXPIRY] > this.expiry) clock[NEXT_EXPIRY] = this.expiry;
  }

  stop() {
    if (!this.isActive) return;
    this.isActive = false;
    heap.remove(this);
  }
}

let nextId = 0;

// By duration; timers that were made without a reference have lists of their own.
const refedLists = new SafeMap();
const unrefedLists = new SafeMap();

function insert(timer, start) {
  const msecs = timer._idleTimeout;
  timer._idleStart = start;
  const lists = timer[kRefed] ? refedLists : unrefedLists;
  let list = lists.get(msecs);
  if (list === undefined) {
    list = new TimersList(Infinity, msecs, 0);
    lists.set(msecs, list);
    list[kNative] = new NativeTimer(list, null);
    list[kNative].start(msecs);
  }
  append(list, timer);
}

function insertNow(timer) {
  updateNow();
  insert(timer, clock[NOW]);
}

// Takes a timer out of its list. A list that it leaves empty is gone, and its native timer free for another use.
function leaveList(timer) {
  unlink(timer);
  const list = refedLists.get(timer._idleTimeout);
  if (list === undefined || oldest(list) !== null) return null;
  refedLists.delete(timer._idleTimeout);
  const native = list[kNative];
  native.stop();
  return native;
}

function unenroll(timer) {
  if (!timer._destroyed) destroy(timer);
  if (timer[kNative] === undefined) leaveList(timer);
  else timer[kNative].stop();
  timer._idleTimeout = -1;
}

function clearTimeout(timer) {
  if (typeof timer === 'number' || typeof timer === 'string') timer = timersById[timer];
  if (!timer?._onTimeout) return;
  timer._onTimeout = null;
  unenroll(timer);
}

function close() {
  clearTimeout(this);
  return this;
}

function unref() {
  if (!this[kRefed]) return this;
  if (typeof this._onTimeout === 'function' && this[kNative] === undefined) {
    if (this[kCalled] && !this._repeat) {
      unenroll(this);
      return this;
    }
    updateNow();
    const delay = MathMax(0, this._idleStart + this._idleTimeout - clock[NOW]);
    const native = leaveList(this) ?? new NativeTimer(null, this);
    native.list = null;
    native.owner = this;
    native.start(delay);
    this[kNative] = native;
  }
  this[kRefed] = false;
  if (!this._destroyed) timerInfo[REF_COUNT]--;
  return this;
}

function refresh() {
  if (this[kNative] !== undefined) {
    updateNow();
    this[kNative].start(this._idleTimeout);
  } else if (this._idleTimeout >= 0) {
    insertNow(this);
  } else {
    return this;
  }
  if (this._destroyed) revive(this);
  return this;
}

// The native timer whose turn an exception ended.
let interrupted = null;

function processTimers() {
  clock[NEXT_EXPIRY] = Infinity;
  let native;
  while ((native = interrupted ?? heap.first()) !== null) {
    if (native !== interrupted) {
      if (native.expiry > clock[NOW]) break;
      native.stop();
      interrupted = native;
    }
    updateNow();
    if (native.owner === null) fireList(native);
    else fireOwner(native.owner);
    runNextTicks();
    interrupted = null;
  }
  if (native !== null && clock[NEXT_EXPIRY] > native.expiry) clock[NEXT_EXPIRY] = native.expiry;
}

function fireList(native) {
  const now = clock[NOW];
  const { list } = native;
  const { msecs } = list;
  let timer;
  while ((timer = oldest(list)) !== null) {
    if (now - timer._idleStart < msecs) {
      updateNow();
      native.start(MathMax(1, MathCeil(msecs - (clock[NOW] - timer._idleStart))));
      return;
    }
    unlink(timer);
    if (!timer._onTimeout) {
      if (!timer._destroyed) destroy(timer);
      continue;
    }
    fire(timer, undefined);
  }
  if (refedLists.get(msecs) === list) refedLists.delete(msecs);
  else if (unrefedLists.get(msecs) === list) unrefedLists.delete(msecs);
}

function fireOwner(timer) {
  try {
    if (typeof timer._onTimeout === 'function') fire(timer, clock[NOW]);
  } finally {
    if (!timer._repeat || typeof timer._onTimeout !== 'function') clearTimeout(timer);
  }
}

function fire(timer, start) {
  timer[kCalled] = true;
  if (timer._repeat && start === undefined) {
    updateNow();
    start = clock[NOW];
  }
  context.current = timer[kFrame];
  const asyncId = timer[kAsyncId];
  if (hooks.entering) hooks.emitBefore(asyncId, timer[kTriggerId], timer);
  try {
    const args = timer._timerArgs;
    if (args === undefined) timer._onTimeout();
    else ReflectApply(timer._onTimeout, timer, args);
    if (timer._repeat && timer._idleTimeout !== -1) rearm(timer, start);
  } finally {
    if (isOver(timer)) destroy(timer);
  }
  if (hooks.entering) hooks.emitAfter(asyncId);
}

function rearm(timer, start) {
  if (timer[kNative] !== undefined) {
    timer[kNative].start(timer._repeat);
    return;
  }
  timer._idleTimeout = timer._repeat;
  updateNow();
  const took = clock[NOW] - start;
  insert(timer, took >= timer._repeat ? clock[NOW] - timer._repeat + 1 : start);
}

function isOver(timer) {
  return !timer._destroyed && timer[kNative] === undefined && !timer._idleNext && !timer._idlePrev;
}

function replaceMethod(name, method) {
  ObjectDefineProperty(Timeout.prototype, name, { __proto__: null, value: method, writable: true, configurable: true });
}

timeout.insertNow = insertNow;
timeout.clearTimeout = clearTimeout;
timeout.processTimers = processTimers;
replaceMethod('unref', unref);
replaceMethod('refresh', refresh);
replaceMethod('close', close);
replaceMethod(SymbolDispose, function() {
  clearTimeout(this);
});
