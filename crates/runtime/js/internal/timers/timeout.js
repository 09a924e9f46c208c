// setTimeout's and setInterval's object, and the pass that fires what is due.
//
// The native half holds one timer for the earliest expiry. When it fires, `processTimers` runs every
// list that is due and answers when to come back: positive if a ref'd timer waits, negative if only
// unref'd ones do, 0 if there is none. Ticks are drained between two timers (runNextTicks), not after
// the last one: the door does that.
//
// If a callback throws, the exception leaves processTimers with the lists in a consistent state; the
// door reports it and calls processTimers again.
'use strict';

const { MathTrunc, ReflectApply, Symbol, SymbolDispose, SymbolToPrimitive } = primordials;
const { loopTime, updateNow, scheduleTimer, toggleTimerRef } = internalBinding('timers');
const { append, unlink, isEmpty, oldest, addList, listOf, removeList, postpone, firstList } = require('internal/timers/queue');
const { runNextTicks } = require('internal/process/task_queues');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');

const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const kRefed = Symbol('refed');
const kHasPrimitive = Symbol('kHasPrimitive');
const kAsyncId = Symbol('asyncId');
const kTriggerId = Symbol('triggerId');
const kFrame = Symbol('kAsyncContextFrame');

// Timers that clearTimeout can be given the number of, because somebody asked a Timeout for its number.
const timersById = { __proto__: null };

// The expiry the native timer is set to.
let nextExpiry = Infinity;
// How many ref'd timers wait: the loop is told only when it becomes or leaves 0.
let refCount = 0;

// Overflow is told every time, the other two once.
let warnedNegative = false;
let warnedNaN = false;

function warnDuration(after) {
  if (after > MAX_TIMEOUT_MS) {
    warn(`${after} does not fit into a 32-bit signed integer.`, 'TimeoutOverflowWarning');
  } else if (after < 0 && !warnedNegative) {
    warnedNegative = true;
    warn(`${after} is a negative number.`, 'TimeoutNegativeWarning');
  } else if (after !== after && !warnedNaN) {
    warnedNaN = true;
    warn(`${after} is not a number.`, 'TimeoutNaNWarning');
  }
}

function warn(reason, type) {
  process.emitWarning(`${reason}\nTimeout duration was set to 1.`, type);
}

class Timeout {
  constructor(callback, after, args, isRepeat, isRefed) {
    if (after === undefined) {
      after = 1;
    } else {
      after *= 1;
    }
    if (!(after >= 1 && after <= MAX_TIMEOUT_MS)) {
      warnDuration(after);
      after = 1;
    }
    this._idleTimeout = after;
    this._idlePrev = this;
    this._idleNext = this;
    this._idleStart = null;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = isRepeat ? after : null;
    this._destroyed = false;
    if (isRefed) addRef();
    this[kRefed] = isRefed;
    this[kHasPrimitive] = false;
    this[kAsyncId] = ++hooks.lastAsyncId;
    this[kTriggerId] = hooks.executionAsyncId;
    this[kFrame] = context.current;
    if (hooks.enabled) hooks.emitInit(this[kAsyncId], 'Timeout', this[kTriggerId], this);
  }

  refresh() {
    restart(this);
    return this;
  }

  unref() {
    if (this[kRefed]) {
      this[kRefed] = false;
      if (!this._destroyed) dropRef();
    }
    return this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      if (!this._destroyed) addRef();
    }
    return this;
  }

  hasRef() {
    return this[kRefed];
  }

  close() {
    clearTimeout(this);
    return this;
  }

  [SymbolDispose]() {
    clearTimeout(this);
  }

  [SymbolToPrimitive]() {
    const id = this[kAsyncId];
    if (!this[kHasPrimitive]) {
      this[kHasPrimitive] = true;
      timersById[id] = this;
    }
    return id;
  }
}

function addRef() {
  if (refCount++ === 0) toggleTimerRef(true);
}

function dropRef() {
  if (--refCount === 0) toggleTimerRef(false);
}

function insert(timer, msecs, start) {
  msecs = MathTrunc(msecs);
  timer._idleStart = start;
  let list = listOf(msecs);
  if (list === undefined) {
    const expiry = start + msecs;
    list = addList(expiry, msecs);
    if (nextExpiry > expiry) {
      scheduleTimer(msecs);
      nextExpiry = expiry;
    }
  }
  append(list, timer);
}

function insertNow(timer, msecs) {
  updateNow();
  insert(timer, msecs, loopTime[0]);
}

// Starts the clock of a timer anew, also of one that has ended.
function restart(timer) {
  if (timer._idleTimeout < 0) return;
  insertNow(timer, timer._idleTimeout);
  if (!timer._destroyed) return;
  timer._destroyed = false;
  timer[kAsyncId] = ++hooks.lastAsyncId;
  timer[kTriggerId] = hooks.executionAsyncId;
  if (hooks.enabled) hooks.emitInit(timer[kAsyncId], 'Timeout', timer[kTriggerId], timer);
  if (timer[kRefed]) addRef();
}

function destroy(timer) {
  if (hooks.enabled) hooks.emitDestroy(timer[kAsyncId]);
  if (timer[kHasPrimitive]) delete timersById[timer[kAsyncId]];
  if (timer[kRefed]) dropRef();
  timer._destroyed = true;
}

function unenroll(timer) {
  if (timer._destroyed) return;
  timer._destroyed = true;
  if (timer[kHasPrimitive]) delete timersById[timer[kAsyncId]];
  if (hooks.enabled && timer[kAsyncId] !== undefined) hooks.emitDestroy(timer[kAsyncId]);
  unlink(timer);
  if (timer[kRefed]) {
    // The lists of unref'd timers stay: they tend to be shared by many short-lived timers.
    const list = listOf(MathTrunc(timer._idleTimeout));
    if (list !== undefined && isEmpty(list)) removeList(list);
    dropRef();
  }
  // Marks it as not restartable by its own interval.
  timer._idleTimeout = -1;
}

function clearTimeout(timer) {
  if (timer?._onTimeout) {
    timer._onTimeout = null;
    unenroll(timer);
    return;
  }
  if (typeof timer === 'number' || typeof timer === 'string') {
    const found = timersById[timer];
    if (found !== undefined) {
      found._onTimeout = null;
      unenroll(found);
    }
  }
}

function processTimers(now) {
  nextExpiry = Infinity;
  let list;
  let ranList = false;
  while ((list = firstList()) !== null) {
    if (list.expiry > now) {
      nextExpiry = list.expiry;
      updateNow();
      now = loopTime[0];
      if (nextExpiry > now) return refCount > 0 ? nextExpiry : -nextExpiry;
    }
    if (ranList) runNextTicks();
    else ranList = true;
    processList(list, now);
  }
  return 0;
}

function processList(list, now) {
  const { msecs } = list;
  let ranTimer = false;
  let timer;
  while ((timer = oldest(list)) !== null) {
    if (now - timer._idleStart < msecs) {
      postpone(list, timer, now);
      return;
    }
    if (ranTimer) runNextTicks();
    else ranTimer = true;
    unlink(timer);
    if (!timer._onTimeout) {
      if (!timer._destroyed) destroy(timer);
      continue;
    }
    fire(timer);
  }
  removeList(list);
}

function fire(timer) {
  let start = 0;
  if (timer._repeat) {
    updateNow();
    start = loopTime[0];
  }
  context.current = timer[kFrame];
  const asyncId = timer[kAsyncId];
  if (hooks.enabled) hooks.emitBefore(asyncId, timer[kTriggerId]);
  try {
    const args = timer._timerArgs;
    if (args === undefined) timer._onTimeout();
    else ReflectApply(timer._onTimeout, timer, args);
  } finally {
    if (timer._repeat && timer._idleTimeout !== -1) {
      timer._idleTimeout = timer._repeat;
      insert(timer, timer._idleTimeout, start);
    } else if (!timer._idleNext && !timer._idlePrev && !timer._destroyed) {
      destroy(timer);
    }
  }
  if (hooks.enabled) hooks.emitAfter(asyncId);
}

module.exports = { Timeout, MAX_TIMEOUT_MS, kRefed, insertNow, clearTimeout, processTimers };
