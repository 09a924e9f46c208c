// setTimeout's and setInterval's object, and the pass that fires what is due.
//
// The native half holds one timer for the earliest expiry. Nothing is called to tell it: the door reads
// the shared numbers when JavaScript has returned, before the loop can look at them.
//
//   clock[NOW]             the loop's time in ms, brought up to date by updateNow()
//   clock[NEXT_EXPIRY]     when the native timer has to fire, Infinity for never
//   timerInfo[REF_COUNT]   how many waiting timers keep the loop alive
//
// When the native timer fires, `processTimers` runs every list that is due. Ticks are drained between
// two timers (runNextTicks), not after the last one: the door does that.
// If a callback throws, the exception leaves processTimers with the lists in a consistent state; the
// door reports it and calls processTimers again.
'use strict';

const { MathTrunc, ReflectApply, Symbol, SymbolDispose, SymbolFor, SymbolToPrimitive } = primordials;
const { clock, updateNow, timerInfo, NOW, NEXT_EXPIRY, REF_COUNT } = internalBinding('timers');
const { loop } = internalBinding('options');
const { append, unlink, oldest, addList, listOf, retire, removeList, postpone, firstList } = require('internal/timers/queue');
const { runNextTicks } = require('internal/process/task_queues');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');

const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const kRefed = Symbol('refed');
const kHasPrimitive = Symbol('kHasPrimitive');
const kAsyncId = Symbol('asyncId');
const kTriggerId = Symbol('triggerId');
const kFrame = Symbol('kAsyncContextFrame');

const FIELDS = [
  '_idleTimeout', '_idlePrev', '_idleNext', '_idleStart', '_onTimeout', '_timerArgs', '_repeat', '_destroyed',
  kRefed, kHasPrimitive, kAsyncId, kTriggerId, kFrame,
];

// Timers that clearTimeout can be given the number of, because somebody asked a Timeout for its number.
const timersById = { __proto__: null };

// Overflow is told every time, the other two once, and in the older eras never.
let warnedNegative = !loop.warnsOfEveryDuration;
let warnedNaN = !loop.warnsOfEveryDuration;

function warnDuration(after) {
  if (after > MAX_TIMEOUT_MS) {
    if (hooks.note !== undefined) {
      hooks.note('timer-overflow', `a timer of ${after} ms fires after 1 ms: no timer can wait longer than 2147483647 ms`);
    }
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

// A program may have a million timers, and what the collector does for each depends on its size. So what most timers
// do not have (arguments, a period, a number) is only on the prototype until it is set.
//
// The engine gives an object as much room as its constructor has assignments to names. Properties with symbols as keys
// come on top and need a second allocation, a tenth of the time to set a timer and clear it; so there are as many
// assignments more, which are never made.
const NEVER = loop === undefined;

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
    this._idlePrev = null;
    this._idleNext = null;
    this._idleStart = 0;
    this._onTimeout = callback;
    this._destroyed = false;
    if (isRefed) timerInfo[REF_COUNT]++;
    this[kRefed] = isRefed;
    this[kAsyncId] = ++hooks.lastAsyncId;
    this[kTriggerId] = hooks.executionAsyncId;
    this[kFrame] = context.current;
    if (args !== undefined) this._timerArgs = args;
    if (isRepeat) this._repeat = after;
    if (hooks.enabled) hooks.emitInit(this[kAsyncId], 'Timeout', this[kTriggerId], this);
    if (NEVER) {
      this.a = 0;
      this.b = 0;
    }
  }

  refresh() {
    restart(this);
    return this;
  }

  unref() {
    if (this[kRefed]) {
      this[kRefed] = false;
      if (!this._destroyed) timerInfo[REF_COUNT]--;
    }
    return this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      if (!this._destroyed) timerInfo[REF_COUNT]++;
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

  // The list it is in would show every other timer of its duration.
  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    return inspect(withEveryField(this), { ...options, depth: 0, customInspect: false });
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

Timeout.prototype._timerArgs = undefined;
Timeout.prototype._repeat = null;
Timeout.prototype[kHasPrimitive] = false;

// The fields that Node's has, in Node's order.
function withEveryField(timer) {
  const shown = { __proto__: Timeout.prototype };
  for (let i = 0; i < FIELDS.length; i++) shown[FIELDS[i]] = timer[FIELDS[i]];
  return shown;
}

function insert(timer, msecs, start) {
  msecs = MathTrunc(msecs);
  timer._idleStart = start;
  let list = listOf(msecs);
  if (list === undefined) {
    const expiry = start + msecs;
    list = addList(expiry, msecs);
    if (clock[NEXT_EXPIRY] > expiry) clock[NEXT_EXPIRY] = expiry;
  }
  append(list, timer);
}

function insertNow(timer, msecs) {
  updateNow();
  insert(timer, msecs, clock[NOW]);
}

// Starts the clock of a timer anew, also of one that has ended.
function restart(timer) {
  if (timer._idleTimeout < 0) return;
  insertNow(timer, timer._idleTimeout);
  if (timer._destroyed) revive(timer);
}

function revive(timer) {
  timer._destroyed = false;
  timer[kAsyncId] = ++hooks.lastAsyncId;
  timer[kTriggerId] = hooks.executionAsyncId;
  if (hooks.enabled) hooks.emitInit(timer[kAsyncId], 'Timeout', timer[kTriggerId], timer);
  if (timer[kRefed]) timerInfo[REF_COUNT]++;
}

function destroy(timer) {
  if (hooks.enabled) hooks.emitDestroy(timer[kAsyncId]);
  if (timer[kHasPrimitive]) delete timersById[timer[kAsyncId]];
  if (timer[kRefed]) timerInfo[REF_COUNT]--;
  timer._destroyed = true;
}

function unenroll(timer) {
  if (timer._destroyed) return;
  timer._destroyed = true;
  if (timer[kHasPrimitive]) delete timersById[timer[kAsyncId]];
  if (hooks.enabled && timer[kAsyncId] !== undefined) hooks.emitDestroy(timer[kAsyncId]);
  // Both neighbours of the only timer of a list are the list.
  const neighbour = timer._idleNext;
  const isLast = neighbour !== null && neighbour === timer._idlePrev;
  unlink(timer);
  if (timer[kRefed]) {
    // The lists of unref'd timers stay: they tend to be shared by many short-lived timers.
    if (isLast) retire(neighbour);
    else if (neighbour === null) forgetEmptyList(timer._idleTimeout);
    timerInfo[REF_COUNT]--;
  }
  // Marks it as not restartable by its own interval.
  timer._idleTimeout = -1;
}

// A timer that clears itself while it runs stands in no list; the one it was in is gone at once if it is empty.
function forgetEmptyList(msecs) {
  const list = listOf(msecs);
  if (list !== undefined && oldest(list) === null) removeList(list);
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

// One moment for the whole pass, also when it goes on after an exception: what becomes due meanwhile
// waits for the next one.
function processTimers(now) {
  clock[NEXT_EXPIRY] = Infinity;
  let list;
  let ranList = false;
  while ((list = firstList()) !== null) {
    if (list.expiry > now) {
      clock[NEXT_EXPIRY] = list.expiry;
      return;
    }
    if (ranList) runNextTicks();
    else ranList = true;
    processList(list, now);
  }
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
    start = clock[NOW];
  }
  context.current = timer[kFrame];
  const asyncId = timer[kAsyncId];
  if (hooks.entering) hooks.emitBefore(asyncId, timer[kTriggerId], timer);
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
  if (hooks.entering) hooks.emitAfter(asyncId);
}

module.exports = {
  Timeout, MAX_TIMEOUT_MS, kRefed, kAsyncId, kTriggerId, kFrame, timersById, revive, destroy, insertNow, clearTimeout, processTimers,
};

// Puts its own functions in the place of some of these.
if (loop.drainsPerBatch) require('internal/timers/batches');
