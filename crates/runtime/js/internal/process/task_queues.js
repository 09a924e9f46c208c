// Ticks and microtasks: what runs between two callbacks of the loop.
//
// Ticks wait in a ring of this file; microtasks wait in the engine. `processTicksAndRejections` empties
// both, again and again until neither has anything, and then lets unhandled rejections be reported,
// which may add ticks. `runNextTicks` is what the native door calls after a callback and what timers and
// immediates call between two callbacks of one batch; it looks at two flags first:
//
//   tickInfo[HAS_TICK]       a tick is queued
//   tickInfo[HAS_REJECTION]  a rejection waits to be reported: written by process/promises
//
// There is no budget: a tick that queues ticks starves the loop. That is the documented behaviour.
'use strict';

const { Array, PromisePrototypeThen, PromiseResolve, ReflectApply, Symbol } = primordials;
const { tickInfo, runMicrotasks: runEngineJobs, HAS_TICK, HAS_REJECTION } = internalBinding('task_queue');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');
const { processPromiseRejections, hasOutstandingRejections } = require('internal/process/promises');

let runMicrotasks = runEngineJobs;

// Has `callback` called whenever there are no more microtasks.
function whenJobsAreDone(callback) {
  runMicrotasks = () => {
    runEngineJobs();
    callback();
  };
}

// A ring of records laid flat: callback, arguments, context frame, and the resource that is only there while
// hooks are enabled. Queueing allocates nothing but an array when there are arguments.
const STRIDE = 4;
const RESOURCE = 3;
const INITIAL_CAPACITY = 256; // a power of two, as is every later capacity
let ring = new Array(INITIAL_CAPACITY * STRIDE);
let capacity = INITIAL_CAPACITY;
let head = 0;
let count = 0;

function grow() {
  const larger = new Array(capacity * 2 * STRIDE);
  for (let i = 0; i < count; i++) {
    const from = ((head + i) & (capacity - 1)) * STRIDE;
    for (let j = 0; j < STRIDE; j++) larger[i * STRIDE + j] = ring[from + j];
  }
  ring = larger;
  capacity *= 2;
  head = 0;
}

function enqueue(callback, args) {
  if (count === capacity) grow();
  const at = ((head + count) & (capacity - 1)) * STRIDE;
  ring[at] = callback;
  ring[at + 1] = args;
  ring[at + 2] = context.current;
  if (hooks.entering) announce(at, callback, args);
  if (count++ === 0) tickInfo[HAS_TICK] = 1;
}

const kAsyncId = Symbol('async_id_symbol');
const kTriggerId = Symbol('trigger_async_id_symbol');

function announce(at, callback, args) {
  const asyncId = ++hooks.lastAsyncId;
  const triggerAsyncId = hooks.triggerOfNew();
  const resource = { [kAsyncId]: asyncId, [kTriggerId]: triggerAsyncId, callback, args };
  ring[at + RESOURCE] = resource;
  hooks.emitInit(asyncId, 'TickObject', triggerAsyncId, resource);
}

function runHooked(callback, args, resource) {
  const asyncId = resource[kAsyncId];
  hooks.enterTick(asyncId, resource[kTriggerId], resource);
  try {
    if (args === undefined) callback();
    else ReflectApply(callback, undefined, args);
  } finally {
    hooks.endTick(asyncId);
  }
  hooks.leaveTick(asyncId, count === 0);
}

function processTicksAndRejections() {
  const outerFrame = context.current;
  do {
    while (count !== 0) {
      const at = head * STRIDE;
      head = (head + 1) & (capacity - 1);
      count--;
      const callback = ring[at];
      const args = ring[at + 1];
      context.current = ring[at + 2];
      ring[at] = ring[at + 1] = ring[at + 2] = undefined;
      if (hooks.enabled && ring[at + RESOURCE] !== undefined) {
        const resource = ring[at + RESOURCE];
        ring[at + RESOURCE] = undefined;
        runHooked(callback, args, resource);
      } else if (args === undefined) {
        callback();
      } else {
        ReflectApply(callback, undefined, args);
      }
    }
    runMicrotasks();
  } while (count !== 0 || processPromiseRejections());
  tickInfo[HAS_TICK] = count === 0 ? 0 : 1;
  tickInfo[HAS_REJECTION] = hasOutstandingRejections() ? 1 : 0;
  context.current = outerFrame;
}

function runNextTicks() {
  if (tickInfo[HAS_TICK] === 0 && tickInfo[HAS_REJECTION] === 0) {
    runMicrotasks();
    if (tickInfo[HAS_TICK] === 0 && tickInfo[HAS_REJECTION] === 0) return;
  }
  processTicksAndRejections();
}

function nextTick(callback) {
  if (typeof callback !== 'function') require('internal/validators').validateFunction(callback, 'callback');
  if (process._exiting) return;
  if (arguments.length === 1) {
    enqueue(callback, undefined);
    return;
  }
  const args = new Array(arguments.length - 1);
  for (let i = 1; i < arguments.length; i++) args[i - 1] = arguments[i];
  enqueue(callback, args);
}

function hookedMicrotask(callback) {
  const { AsyncResource, kCallback } = require('internal/async_hooks/resource');
  const resource = new AsyncResource('Microtask', { requireManualDestroy: true, [kCallback]: callback });
  return () => {
    hooks.endJob?.();
    try {
      resource.runInAsyncScope(callback);
    } finally {
      resource.emitDestroy();
    }
  };
}

// One settled promise serves every microtask: `then` on it queues exactly one job.
const settled = PromiseResolve();

function queueMicrotask(callback) {
  if (typeof callback !== 'function') require('internal/validators').validateFunction(callback, 'callback');
  if (hooks.entering) callback = hookedMicrotask(callback);
  const frame = context.current;
  PromisePrototypeThen(settled, () => {
    const outerFrame = context.current;
    context.current = frame;
    try {
      callback();
    } catch (error) {
      // The engine would swallow it; a microtask that throws is an uncaught exception.
      require('internal/process/uncaught').triggerFromMicrotask(error);
    }
    context.current = outerFrame;
  });
}

module.exports = { nextTick, queueMicrotask, processTicksAndRejections, runNextTicks, whenJobsAreDone };
