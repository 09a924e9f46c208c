// The lines of an interface as an async iterator.
//
// Either lines wait to be asked for, or askers wait for lines. When many lines wait the input is paused until they are taken.
'use strict';

const {
  AsyncIteratorPrototype, ObjectSetPrototypeOf, Promise, PromiseReject, PromiseResolve, SymbolAsyncIterator,
} = primordials;

const { Fifo } = require('internal/events/fifo');

const MOST_WAITING = 1024;

function linesOf(iface) {
  return iface._lines ??= iterate(iface);
}

function iterate(iface) {
  const lines = new Fifo();
  const askers = new Fifo();
  let isPaused = false;
  let isFinished = false;
  let failure;

  function onLine(line) {
    if (askers.length > 0) {
      askers.shift().resolve({ done: false, value: line });
      return;
    }
    lines.push(line);
    if (!isPaused && lines.length > MOST_WAITING && !iface.closed) {
      isPaused = true;
      iface.pause();
    }
  }

  function onError(error) {
    if (askers.length > 0) askers.shift().reject(error);
    else failure = { error };
    finish();
  }

  function finish() {
    iface.removeListener('line', onLine);
    iface.removeListener('error', onError);
    iface.removeListener('close', finish);
    isFinished = true;
    while (askers.length > 0) askers.shift().resolve({ done: true, value: undefined });
  }

  function take() {
    const value = lines.shift();
    if (isPaused && lines.length === 0) {
      isPaused = false;
      if (!iface.closed) iface.resume();
    }
    return value;
  }

  iface.on('line', onLine);
  iface.on('error', onError);
  iface.on('close', finish);

  return ObjectSetPrototypeOf({
    next() {
      if (lines.length > 0) return PromiseResolve({ done: false, value: take() });
      // A failure is told once.
      if (failure !== undefined) {
        const { error } = failure;
        failure = undefined;
        return PromiseReject(error);
      }
      if (isFinished) return PromiseResolve({ done: true, value: undefined });
      return new Promise((resolve, reject) => askers.push({ resolve, reject }));
    },
    return() {
      finish();
      return PromiseResolve({ done: true, value: undefined });
    },
    throw(error) {
      onError(error);
      return PromiseReject(error);
    },
    [SymbolAsyncIterator]() {
      return this;
    },
  }, AsyncIteratorPrototype);
}

module.exports = { linesOf };
