// The public module `timers/promises`: timers and immediates as promises, an
// interval as an async iterator, and the scheduler of the web's proposal.
'use strict';

const { Promise, PromiseReject, SafePromisePrototypeFinally, Symbol } = primordials;

const { AbortError, codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } = require('internal/errors');
const {
  validateAbortSignal,
  validateBoolean,
  validateNumber,
  validateObject,
} = require('internal/validators');
const timers = require('timers');

const noOptions = { __proto__: null };

// Throws what is wrong with the options, or that they are aborted already.
function readOptions(options) {
  validateObject(options, 'options');
  const { signal, ref = true } = options;
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  validateBoolean(ref, 'options.ref');
  if (signal?.aborted) throw abortOf(signal);
  return { signal, ref };
}

function abortOf(signal) {
  return new AbortError(undefined, { __proto__: null, cause: signal.reason });
}

function listenForAbort(signal, listener) {
  const { kResistStopPropagation } = require('web/event_target');
  signal.addEventListener('abort', listener, { __proto__: null, [kResistStopPropagation]: true });
}

// `start(resolve)` makes the timer, `clear(timer)` takes it back.
function promiseOf(options, start, clear) {
  const { signal, ref } = options;
  let onAbort;
  const promise = new Promise((resolve, reject) => {
    const timer = start(resolve);
    if (!ref) timer.unref();
    if (signal !== undefined) {
      onAbort = () => {
        clear(timer);
        reject(abortOf(signal));
      };
      listenForAbort(signal, onAbort);
    }
  });
  if (signal === undefined) return promise;
  return SafePromisePrototypeFinally(promise, () => signal.removeEventListener('abort', onAbort));
}

function setTimeout(delay, value, options = noOptions) {
  let read;
  try {
    if (delay !== undefined) validateNumber(delay, 'delay');
    read = readOptions(options);
  } catch (error) {
    return PromiseReject(error);
  }
  return promiseOf(read, (resolve) => timers.setTimeout(resolve, delay, value), timers.clearTimeout);
}

function setImmediate(value, options = noOptions) {
  let read;
  try {
    read = readOptions(options);
  } catch (error) {
    return PromiseReject(error);
  }
  return promiseOf(read, (resolve) => timers.setImmediate(resolve, value), timers.clearImmediate);
}

// Rounds that nobody was waiting for are not lost: they are yielded one after
// the other.
async function* setInterval(delay, value, options = noOptions) {
  if (delay !== undefined) validateNumber(delay, 'delay');
  const { signal, ref } = readOptions(options);

  let rounds = 0;
  let wake;
  function notify() {
    wake?.();
    wake = undefined;
  }
  const interval = timers.setInterval(() => {
    rounds++;
    notify();
  }, delay);
  if (!ref) interval.unref();
  function onAbort() {
    timers.clearInterval(interval);
    notify();
  }
  if (signal !== undefined) listenForAbort(signal, onAbort);
  try {
    while (!signal?.aborted) {
      if (rounds === 0) await new Promise((resolve) => { wake = resolve; });
      for (; rounds > 0; rounds--) yield value;
    }
    throw abortOf(signal);
  } finally {
    timers.clearInterval(interval);
    signal?.removeEventListener('abort', onAbort);
  }
}

const kScheduler = Symbol('kScheduler');

class Scheduler {
  constructor() {
    throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  yield() {
    if (!this[kScheduler]) throw new ERR_INVALID_THIS('Scheduler');
    return setImmediate();
  }

  wait(delay, options) {
    if (!this[kScheduler]) throw new ERR_INVALID_THIS('Scheduler');
    return setTimeout(delay, undefined, options);
  }
}

module.exports = {
  setTimeout,
  setImmediate,
  setInterval,
  scheduler: { __proto__: Scheduler.prototype, [kScheduler]: true },
};
