// `util.debounce` and `util.throttle`: functions that call another later, or less often, and promise what it gives.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSplice, Infinity, MathCeil, MathMax, ObjectDefineProperties, PromisePrototypeThen,
  PromiseReject, PromiseResolve, PromiseWithResolvers, ReflectApply,
} = primordials;

const { AbortError, codes: { ERR_THROTTLED } } = require('internal/errors');
const { now } = require('internal/perf/clock');
const {
  validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');

const MAX_DELAY_MS = 2 ** 31 - 1;
const OVERFLOWS = ['queue', 'drop'];

function aborted(reason) {
  return new AbortError(undefined, reason === undefined ? undefined : { cause: reason });
}

// Nobody has to hear of a call that another took the place of.
function rejectQuietly(call, error) {
  PromisePrototypeThen(call.promise, undefined, () => {});
  call.reject(error);
}

// Calls that wait, with what they were given: { promise, resolve, reject, args }.
function makeCall(args) {
  const call = PromiseWithResolvers();
  call.args = args;
  return call;
}

// What a debounced and a throttled function have in common: their name and length, and how they are stopped. `stop(error)` gives up
// what waits. Gives a function that tells why calls are refused, if they are.
function dress(wrapper, fn, signal, methods, getters, stop) {
  let refusal;
  const properties = {
    __proto__: null,
    name: { __proto__: null, value: fn.name, configurable: true },
    length: { __proto__: null, value: fn.length, configurable: true },
  };
  for (const name in methods) {
    properties[name] = { __proto__: null, value: methods[name], writable: true, enumerable: true, configurable: true };
  }
  for (const name in getters) {
    const read = getters[name];
    properties[name] = { __proto__: null, get() { return read(); } };
  }
  ObjectDefineProperties(wrapper, properties);
  if (signal !== undefined) {
    if (signal.aborted) throw aborted(signal.reason);
    require('events').addAbortListener(signal, () => {
      refusal = aborted(signal.reason);
      stop(refusal);
    });
  }
  return () => refusal;
}

function debounce(fn, wait, options = { __proto__: null }) {
  validateFunction(fn, 'fn');
  validateInteger(wait, 'wait', 0, MAX_DELAY_MS);
  validateObject(options, 'options');
  const { leading = false, rejectOnCancel = false, signal } = options;
  validateBoolean(leading, 'options.leading');
  validateBoolean(rejectOnCancel, 'options.rejectOnCancel');
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');

  // The calls that wait for one call of `fn`, which gets what the last of them was given.
  let calls = [];
  // The window is open while it is there.
  let timer;
  let isReferenced = true;

  function closeWindow() {
    clearTimeout(timer);
    timer = undefined;
    const waiting = calls;
    calls = [];
    return waiting;
  }

  function settle(waiting) {
    if (waiting.length === 0) return;
    let value;
    try {
      value = ReflectApply(fn, debounced, waiting[waiting.length - 1].args);
    } catch (error) {
      for (let i = 0; i < waiting.length; i++) waiting[i].reject(error);
      return;
    }
    for (let i = 0; i < waiting.length; i++) waiting[i].resolve(value);
  }

  const flush = () => settle(closeWindow());

  function stop(error) {
    const waiting = closeWindow();
    for (let i = 0; i < waiting.length; i++) waiting[i].reject(error);
  }

  function debounced(...args) {
    const refusal = refused();
    if (refusal !== undefined) return PromiseReject(refusal);
    const isFirst = timer === undefined;
    if (isFirst) {
      timer = setTimeout(flush, wait);
      if (!isReferenced) timer.unref();
    } else {
      timer.refresh();
    }
    const call = makeCall(args);
    if (isFirst && leading) {
      settle([call]);
      return call.promise;
    }
    if (calls.length !== 0) {
      const last = calls[calls.length - 1];
      if (rejectOnCancel) {
        calls = [];
        rejectQuietly(last, new AbortError('The debounced call was superseded'));
      } else {
        PromisePrototypeThen(last.promise, undefined, () => {});
      }
    }
    ArrayPrototypePush(calls, call);
    return call.promise;
  }

  const refused = dress(debounced, fn, signal, {
    __proto__: null,
    cancel(reason) { stop(aborted(reason)); },
    // With nothing to call the window stays open.
    flush() { if (calls.length !== 0) flush(); },
    ref() {
      isReferenced = true;
      timer?.ref();
      return debounced;
    },
    unref() {
      isReferenced = false;
      timer?.unref();
      return debounced;
    },
  }, {
    __proto__: null,
    pending: () => (calls.length === 0 ? null : calls[calls.length - 1].promise),
    pendingCount: () => calls.length,
  }, stop);
  return debounced;
}

// When `fn` may be called, by the moments of the last calls: at most `limit` of them in each interval. Intervals follow each other,
// each from its first call on, or any interval counts.
class Rate {
  #limit;
  #interval;
  #isStrict;
  #moments = [];

  constructor(limit, interval, isStrict) {
    this.#limit = limit;
    this.#interval = interval;
    this.#isStrict = isStrict;
  }

  // In how many milliseconds there is room for a call.
  wait() {
    const moments = this.#moments;
    if (moments.length === 0) return 0;
    const at = now();
    if (this.#isStrict) {
      while (moments.length !== 0 && at - moments[0] >= this.#interval) ArrayPrototypeShift(moments);
    } else if (at - moments[0] >= this.#interval) {
      moments.length = 0;
    }
    return moments.length < this.#limit ? 0 : MathMax(moments[0] + this.#interval - at, 0);
  }

  take() {
    ArrayPrototypePush(this.#moments, now());
  }

  reset() {
    this.#moments.length = 0;
  }
}

function throttle(fn, limit, interval, options = { __proto__: null }) {
  validateFunction(fn, 'fn');
  validateInteger(limit, 'limit', 1);
  validateInteger(interval, 'interval', 0, MAX_DELAY_MS);
  validateObject(options, 'options');
  const { concurrency = Infinity, maxPending = Infinity, overflow = 'queue', signal, strict = false } = options;
  if (concurrency !== Infinity) validateInteger(concurrency, 'options.concurrency', 1);
  if (maxPending !== Infinity) validateInteger(maxPending, 'options.maxPending', 0);
  validateOneOf(overflow, 'options.overflow', OVERFLOWS);
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  validateBoolean(strict, 'options.strict');

  const rate = new Rate(limit, interval, strict);
  let calls = [];
  let activeCount = 0;
  // Runs while calls wait for the rate.
  let timer;
  let isReferenced = true;

  const hasRoom = () => activeCount < concurrency && rate.wait() === 0;

  function start(call) {
    rate.take();
    activeCount++;
    let result;
    try {
      result = PromiseResolve(ReflectApply(fn, throttled, call.args));
    } catch (error) {
      result = PromiseReject(error);
    }
    PromisePrototypeThen(result, release, release);
    call.resolve(result);
  }

  function release() {
    activeCount--;
    proceed();
  }

  function proceed() {
    while (calls.length !== 0 && hasRoom()) start(ArrayPrototypeShift(calls));
    if (calls.length === 0 || activeCount >= concurrency || timer !== undefined) return;
    timer = setTimeout(onTimeout, MathCeil(rate.wait()));
    if (!isReferenced) timer.unref();
  }

  function onTimeout() {
    timer = undefined;
    proceed();
  }

  // Who is called at work goes on; the rate is forgotten.
  function stop(error) {
    clearTimeout(timer);
    timer = undefined;
    rate.reset();
    const waiting = ArrayPrototypeSplice(calls, 0, calls.length);
    for (let i = 0; i < waiting.length; i++) waiting[i].reject(error);
  }

  function throttled(...args) {
    const refusal = refused();
    if (refusal !== undefined) return PromiseReject(refusal);
    const call = makeCall(args);
    if (calls.length === 0 && hasRoom()) {
      start(call);
    } else if (overflow === 'drop' || calls.length >= maxPending) {
      rejectQuietly(call, new ERR_THROTTLED());
    } else {
      ArrayPrototypePush(calls, call);
      proceed();
    }
    return call.promise;
  }

  const refused = dress(throttled, fn, signal, {
    __proto__: null,
    cancel(reason) { stop(aborted(reason)); },
    hasImmediateCapacity() { return refused() === undefined && calls.length === 0 && hasRoom(); },
    ref() {
      isReferenced = true;
      timer?.ref();
      return throttled;
    },
    unref() {
      isReferenced = false;
      timer?.unref();
      return throttled;
    },
  }, {
    __proto__: null,
    pending: () => (calls.length === 0 ? null : calls[calls.length - 1].promise),
    pendingCount: () => calls.length,
    activeCount: () => activeCount,
  }, stop);
  return throttled;
}

module.exports = { debounce, throttle };
