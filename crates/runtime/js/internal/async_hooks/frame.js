// AsyncContextFrame: what every AsyncLocalStorage holds at one point of the
// program. Entering a storage makes a new frame from the current one; frames
// of others are never changed, except that a storage can be disabled in its
// current one.
//
// Timers, ticks and the like carry the frame themselves (see
// internal/async_hooks/context). Promises carry it in two ways: the source
// transform saves and restores it around `await`, and from the first use of a
// frame on, Promise.prototype.then wraps its callbacks. Programs that use no
// storage keep the engine's own `then`.
'use strict';

const {
  Map,
  MapPrototypeDelete,
  MapPrototypeGet,
  MapPrototypeHas,
  MapPrototypeSet,
} = primordials;

const context = require('internal/async_hooks/context');

class AsyncContextFrame extends Map {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor(outer) { super(outer); }
}

function enter(storage, value) {
  carryThroughPromises();
  const frame = context.current === undefined ? new AsyncContextFrame() : new AsyncContextFrame(context.current);
  MapPrototypeSet(frame, storage, value);
  context.current = frame;
}

function has(storage) {
  return context.current !== undefined && MapPrototypeHas(context.current, storage);
}

function get(storage) {
  return MapPrototypeGet(context.current, storage);
}

function getFrom(frame, storage) {
  return MapPrototypeGet(frame, storage);
}

function disable(storage) {
  if (context.current !== undefined) MapPrototypeDelete(context.current, storage);
}

let carrying = false;

function carry(callback, frame) {
  if (typeof callback !== 'function') return callback;
  return (value) => {
    const outer = context.current;
    context.current = frame;
    try {
      return callback(value);
    } finally {
      context.current = outer;
    }
  };
}

function carryThroughPromises() {
  if (carrying) return;
  carrying = true;
  require('internal/async_hooks/then').addThenLayer((then) => (promise, onFulfilled, onRejected) => {
    const frame = context.current;
    return then(promise, carry(onFulfilled, frame), carry(onRejected, frame));
  });
}

module.exports = { carryThroughPromises, disable, enter, get, getFrom, has };
