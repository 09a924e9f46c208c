// events.on: the events of an emitter or target as an async iterator.
//
// Either events wait to be asked for, or askers wait for events, never both.
// With water marks the emitter is paused and resumed by how many events wait.
'use strict';

const {
  ArrayPrototypePush,
  AsyncIteratorPrototype,
  Error,
  NumberMAX_SAFE_INTEGER,
  ObjectSetPrototypeOf,
  Promise,
  PromiseReject,
  PromiseResolve,
  SymbolAsyncIterator,
  SymbolDispose,
  SymbolFor,
} = primordials;

const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateAbortSignal, validateInteger, validateObject } = require('internal/validators');
const { listen, unlisten } = require('internal/events/listeners');
const { addAbortListener } = require('internal/events/abort_listener');
const { Fifo } = require('internal/events/fifo');

const kWatermarkData = SymbolFor('nodejs.watermarkData');

const itemOf = (value) => ({ done: false, value });
const end = () => ({ done: true, value: undefined });

function on(emitter, event, options = { __proto__: null }) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { __proto__: null, cause: signal.reason });
  // The names with a capital M are older and undocumented.
  const high = options.highWaterMark ?? options.highWatermark ?? NumberMAX_SAFE_INTEGER;
  const low = options.lowWaterMark ?? options.lowWatermark ?? 1;
  validateInteger(high, 'options.highWaterMark', 1);
  validateInteger(low, 'options.lowWaterMark', 1);
  const { close } = options;

  const events = new Fifo();
  const askers = new Fifo();
  const subscriptions = [];
  let isPaused = false;
  let failure = null;
  let finished = false;

  function subscribe(type, listener) {
    listen(emitter, type, listener);
    ArrayPrototypePush(subscriptions, { type, listener });
  }

  function onEvent(...args) {
    if (askers.length > 0) {
      askers.shift().resolve(itemOf(args));
      return;
    }
    events.push(args);
    if (!isPaused && events.length > high) {
      isPaused = true;
      emitter.pause();
    }
  }

  function fail(error) {
    if (askers.length > 0) askers.shift().reject(error);
    else failure = error;
    finish();
  }

  function finish() {
    abortListener?.[SymbolDispose]();
    for (let i = 0; i < subscriptions.length; i++) {
      unlisten(emitter, subscriptions[i].type, subscriptions[i].listener);
    }
    subscriptions.length = 0;
    finished = true;
    while (askers.length > 0) askers.shift().resolve(end());
    return PromiseResolve(end());
  }

  const iterator = ObjectSetPrototypeOf({
    next() {
      if (events.length > 0) {
        const args = events.shift();
        if (isPaused && events.length < low) {
          isPaused = false;
          emitter.resume();
        }
        return PromiseResolve(itemOf(args));
      }
      // The failure is told once; after it there is only the end.
      if (failure !== null) {
        const rejected = PromiseReject(failure);
        failure = null;
        return rejected;
      }
      if (finished) return finish();
      return new Promise((resolve, reject) => askers.push({ resolve, reject }));
    },
    return() {
      return finish();
    },
    throw(error) {
      if (!(error instanceof Error)) {
        throw new ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', error);
      }
      fail(error);
    },
    [SymbolAsyncIterator]() {
      return this;
    },
    [kWatermarkData]: {
      get size() { return events.length; },
      get low() { return low; },
      get high() { return high; },
      get isPaused() { return isPaused; },
    },
  }, AsyncIteratorPrototype);

  subscribe(event, onEvent);
  if (event !== 'error' && typeof emitter.on === 'function') subscribe('error', fail);
  for (let i = 0; close !== undefined && i < close.length; i++) subscribe(close[i], finish);
  const abortListener = signal === undefined ? undefined :
    addAbortListener(signal, () => fail(new AbortError(undefined, { __proto__: null, cause: signal.reason })));
  return iterator;
}

module.exports = { on };
