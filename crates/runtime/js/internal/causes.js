// The record of causes as JavaScript tells it: which resource is made, called back, and gone.
//
// The native side hands it on to whoever looks (--trace, --warn-blocked). In Node's loops nobody calls this file but
// internal/async_hooks/hooks, for everything that has an async id. What a page schedules has no such id until somebody
// looks; it keeps `mark()` beside it:
//
//   const made = causes.enabled ? causes.mark('timer') : undefined;
//   …
//   if (causes.enabled) causes.begin('timer', { ms: 4 }, made);
//   try { callback(); } finally { if (causes.enabled) causes.end(); }
//
// Drains of promise jobs and the phases of the loop are told by the native side.
'use strict';

const {
  JSONStringify, Map, MapPrototypeDelete, MapPrototypeForEach, MapPrototypeSet, ObjectDefineProperty, ReflectApply,
  globalThis,
} = primordials;
const binding = internalBinding('causes');

// Enough to find a frame of the program behind those of builtins.
const STACK_FRAMES = 16;

const causes = {
  enabled: binding.enabled, mark, unmark, begin, end, made, enter, leave, gone, watchWaits, kindOf, nameOf, stackOf,
  enterNative: enter, leaveNative: leave, enterInner: enter, leaveInner: leave, enterTick: enter, leaveLast: leave,
  tickGone: gone,
  // Whether callbacks are of interest, and not only what is made and gone. It may change; then internal/async_hooks/hooks hears.
  isWanted: binding.isWanted !== false,
  // What lints are told, if there are any: see `note` below.
  note: binding.lints ? note : undefined,
  // What connections are told of, where every cause is of interest.
  sent: binding.promises ? sent : undefined, received: binding.promises ? received : undefined,
};
module.exports = causes;

// A page that nobody looks at has no use for ids.
const hooks = binding.enabled ? require('internal/async_hooks/hooks') : undefined;

// Timers and immediates by their ids, if somebody may ask which keep the program alive.
const waiting = binding.answersLife ? new Map() : undefined;

// Kinds that are turns of the loop by themselves, with what each will call.
const kinds = {
  __proto__: null,
  Timeout: { turn: 'timer', callbackOf: (timer) => timer._onTimeout },
  Immediate: { turn: 'immediate', callbackOf: (immediate) => immediate._onImmediate },
  TickObject: { turn: 'tick', callbackOf: (tick) => tick.callback },
  Microtask: { turn: 'microtask', callbackOf: (resource) => resource.callback },
};

// What runs inside another callback, and what the loop itself calls back.
const inside = { turn: '', callbackOf: () => undefined };
const entry = { turn: 'entry', callbackOf: () => undefined };

// A port is called back by the loop, too: for a message that comes from another thread there is nothing else to tell.
function kindOf(type, resource) {
  const isCalledByLoop = type === 'WORKER' || type === 'MESSAGEPORT' || resource?.[hooks.isNative] === true;
  return kinds[type] ?? (isCalledByLoop ? entry : inside);
}

const textOf = (detail) => (detail === undefined ? undefined : JSONStringify(detail));

function nameOf(callback) {
  try {
    return typeof callback === 'function' && typeof callback.name === 'string' ? callback.name : '';
  } catch {
    // A proxy may refuse to say.
    return '';
  }
}

function stackOf(upTo, frames = STACK_FRAMES) {
  if (!binding.places) return '';
  const { captureRaw } = require('internal/errors/stack');
  return captureRaw(frames, upTo);
}

// What is worth knowing of a resource.
function detailOf(type, resource) {
  if (type === 'Timeout') return { __proto__: null, ms: resource._idleTimeout, repeats: resource._repeat !== null };
  return type === 'WORKER' ? { __proto__: null, entry: resource.entry } : undefined;
}

// A resource with an async id.
function made(asyncId, type, triggerAsyncId, resource) {
  const kind = kindOf(type, resource);
  const detail = detailOf(type, resource);
  if (waiting !== undefined && (type === 'Timeout' || type === 'Immediate')) MapPrototypeSet(waiting, asyncId, resource);
  binding.made(asyncId, type, triggerAsyncId, kind.turn, nameOf(kind.callbackOf(resource)), textOf(detail), stackOf(made));
}

function enter(asyncId) {
  binding.begin(asyncId, undefined, undefined);
  if (promises !== undefined) promises.mark();
}

function leave(asyncId) {
  binding.end(asyncId);
}

function gone(asyncId) {
  if (waiting !== undefined) MapPrototypeDelete(waiting, asyncId);
  binding.gone(asyncId);
}

// The timers and immediates that keep the program alive: a line each, with the id and the milliseconds until it is due.
function listLife() {
  const { kRefed } = require('internal/timers/timeout');
  const { clock, updateNow, NOW } = internalBinding('timers');
  updateNow();
  let text = '';
  MapPrototypeForEach(waiting, (resource, asyncId) => {
    if (resource[kRefed] !== true || resource._destroyed) return;
    const dueIn = resource._idleTimeout === undefined ? 0 : resource._idleStart + resource._idleTimeout - clock[NOW];
    text += `${asyncId} ${dueIn > 0 ? dueIn : 0}\n`;
  });
  return text;
}

function sent(handle, bytes) {
  require('internal/causes/flows').sent(handle, bytes);
}

function received(handle, bytes) {
  require('internal/causes/flows').received(handle, bytes);
}

// Something that a lint is about, at the innermost place of the program outside of `upTo`.
function note(lint, text, upTo) {
  binding.note(lint, text, stackOf(upTo));
}

// The one call of the language that waits. Those of builtins tell by themselves.
function watchWaits() {
  if (!binding.watchesWaits) return;
  const { Atomics } = globalThis;
  const { wait } = Atomics;
  const holder = {
    wait(array, index, value, timeout) {
      const result = ReflectApply(wait, Atomics, arguments);
      binding.waited();
      return result;
    },
  };
  ObjectDefineProperty(Atomics, 'wait', { __proto__: null, value: holder.wait, writable: true, configurable: true });
}

// Something of a page is scheduled.
function mark(kind) {
  const id = ++hooks.lastAsyncId;
  binding.made(id, kind, hooks.executionAsyncId, kind, '', undefined, stackOf(mark));
  return id;
}

// Its turn will not come, or not here.
function unmark(marked) {
  binding.gone(marked);
}

// Its turn comes. Without `marked` nobody scheduled it.
function begin(kind, detail, marked) {
  binding.begin(marked ?? ++hooks.lastAsyncId, kind, textOf(detail));
  if (promises !== undefined) promises.mark();
}

// The turn that began last is over.
function end() {
  binding.end(undefined);
}

// Where the recorder alone is told, it is told in numbers.
if (binding.madeNumbered !== undefined) {
  const numbers = require('internal/causes/numbers');
  causes.made = numbers.made;
  causes.enter = numbers.enter;
  causes.leave = numbers.leave;
  causes.enterNative = numbers.enterNative;
  causes.leaveNative = numbers.leaveNative;
  causes.enterInner = numbers.enterInner;
  causes.leaveInner = numbers.leaveInner;
  causes.leaveLast = numbers.leaveLast;
  causes.gone = numbers.gone;
  causes.enterTick = numbers.enterTick;
  causes.tickGone = numbers.tickGone;
  binding.setWantedListener(hooks.hear);
}

const promises = binding.promises ? require('internal/causes/promises') : undefined;
if (promises !== undefined) promises.install();
if (waiting !== undefined) binding.setLifeLister(listLife);
if (binding.lints) require('internal/causes/late_listeners').install();
