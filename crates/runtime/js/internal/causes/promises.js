// Promises in the record of causes: every `then` and every `await`, with the place where it stands.
//
// The engine tells nothing of promises, so two things do:
//
// - `Promise.prototype.then` is replaced by one that wraps its callbacks, as AsyncLocalStorage does it.
// - What the source transform puts around an `await` (`C.resume(C.current, await C.awaiting(x))`, crates/source/src/async_context.rs)
//   is given `context` of this file in the place of the plain one: reading `current` is the await, `resume` its end.
//
// Which callback has settled a promise can be seen in the queue, which is first in, first out: at the beginning of each
// callback a mark is queued, so that the jobs between two marks are those that one callback has queued. Marks are jobs
// of their own and change no order among the others.
'use strict';

const { PromisePrototypeThen, PromiseResolve } = primordials;
const binding = internalBinding('causes');
const plain = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');
const { nameOf, stackOf } = require('internal/causes');

let lastId = binding.WITHOUT_ASYNC_ID;

const settled = PromiseResolve();
const { markQueued, markRun } = binding;

// Called at the beginning of a callback.
function mark() {
  markQueued();
  PromisePrototypeThen(settled, markRun);
}

function made(kind, callback, upTo) {
  const id = ++lastId;
  binding.made(id, kind, hooks.executionAsyncId, 'microtask', nameOf(callback), undefined, stackOf(upTo));
  return id;
}

function traced(callback, id) {
  if (typeof callback !== 'function') return callback;
  return (value) => {
    binding.begin(id, undefined, undefined);
    mark();
    try {
      return callback(value);
    } finally {
      binding.end(id);
      binding.gone(id);
    }
  };
}

// What stands in the place of `PromisePrototypeThen`.
function then(promise, onFulfilled, onRejected) {
  const callback = typeof onFulfilled === 'function' ? onFulfilled : onRejected;
  if (typeof callback !== 'function') return PromisePrototypeThen(promise, onFulfilled, onRejected);
  const id = made('then', callback, then);
  return PromisePrototypeThen(promise, traced(onFulfilled, id), traced(onRejected, id));
}

function install() {
  require('internal/async_hooks/then').addThenLayer(() => then);
}

class Awaiting {
  constructor(frame, id) {
    this.frame = frame;
    this.id = id;
    this.isOver = false;
    this.repeats = false; // it is the head of a `for await`
  }
}

let latest;

function goOn(awaiting) {
  if (!(awaiting instanceof Awaiting)) {
    // What a `try` block began with.
    plain.current = awaiting;
    return;
  }
  plain.current = awaiting.frame;
  // A `catch` block restores the context whether it was the await that threw or what came after it.
  if (awaiting.isOver && !awaiting.repeats) return;
  awaiting.isOver = true;
  binding.resumed(awaiting.id, !awaiting.repeats);
  mark();
}

const context = {
  get current() {
    latest = new Awaiting(plain.current, made('await', undefined, undefined));
    return latest;
  },
  hooked: false,
  begin() {},
  awaiting: plain.awaiting,
  getFrame: plain.getFrame,
  setFrame: plain.setFrame,
  resume(awaiting, value) {
    goOn(awaiting);
    return value;
  },
  iterated(iterable) {
    if (latest !== undefined && !latest.isOver) latest.repeats = true;
    return plain.iterated(iterable);
  },
  enclosed: plain.enclosed,
};

module.exports = { context, install, mark, then };
