// The microtask checkpoint, and how deep scripts and callbacks of the program are nested: one for a page and all its frames.
//
// A checkpoint happens when a callback returns and no other script is running. So listeners of an event that a task
// dispatches are separated by checkpoints, and listeners of an event that a script dispatches are not: the script that
// called `click()` is still on the stack.
'use strict';

const { ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSplice } = primordials;
const { runMicrotasks, tickInfo, HAS_TICK } = internalBinding('task_queue');

const scope = {
  __proto__: null,
  // Scripts and callbacks of the program on the stack, promise jobs not counted.
  depth: 0,
  // The place (web/window/place) of the window whose script runs, or ran last.
  place: undefined,
};
let isInCheckpoint = false;

// Each window wants to know of the promises that were rejected meanwhile.
const watchers = [];

function watch(callback) {
  ArrayPrototypePush(watchers, callback);
}

function unwatch(callback) {
  const at = ArrayPrototypeIndexOf(watchers, callback);
  if (at !== -1) ArrayPrototypeSplice(watchers, at, 1);
}

// Microtasks until there are none. Builtins of Node queue ticks, and so may a program with --node-globals: they go first.
function checkpoint() {
  if (isInCheckpoint || scope.depth > 0) return;
  isInCheckpoint = true;
  try {
    do {
      if (tickInfo[HAS_TICK] === 0) runMicrotasks();
      if (tickInfo[HAS_TICK] !== 0) runTicks();
    } while (tickInfo[HAS_TICK] !== 0);
  } finally {
    isInCheckpoint = false;
  }
  for (let i = 0; i < watchers.length; i++) watchers[i]();
}

// Also runs the microtasks that come after the ticks.
function runTicks() {
  try {
    require('internal/process/task_queues').processTicksAndRejections();
  } catch (error) {
    require('web/window/callbacks').report(error);
  }
}

module.exports = { checkpoint, scope, unwatch, watch };
