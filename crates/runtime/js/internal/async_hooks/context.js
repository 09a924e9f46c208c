// The async context that is current: one frame, an immutable map from AsyncLocalStorage to its value,
// or undefined while no storage is in use.
//
// Whoever schedules a callback keeps `context.current` beside it, and whoever runs the callback sets
// `context.current` to that frame first. Nobody restores it after a throw: the next callback sets its own.
'use strict';

const context = {
  current: undefined,
  hooked: false, // internal/async_hooks/promises replaces what follows when it is first asked to
  begin() {},
  awaiting,
  resume,
  iterated,
  getFrame,
  setFrame,
  enclosed,
};

function getFrame() {
  return context.current;
}

function setFrame(frame) {
  context.current = frame;
}

// What an `await` is about to wait for.
function awaiting(value) {
  return value;
}

// Comes back to a frame after an `await`: the source transform puts the call around it.
function resume(frame, value) {
  context.current = frame;
  return value;
}

// Sources call these around what they wait for; see internal/async_hooks/awaits.
function iterated(iterable) {
  return require('internal/async_hooks/awaits').iterated(iterable);
}

function enclosed(value) {
  return require('internal/async_hooks/awaits').enclosed(value);
}

if (internalBinding('options').loop.awaitTurns === 3) require('internal/async_hooks/awaits').encloseReturns();

module.exports = context;
