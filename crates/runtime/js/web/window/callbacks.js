// How the loop of a page calls the program: the callback, what it throws, and the microtask checkpoint after it.
//
// A checkpoint happens when a callback returns and no other script is running. So listeners of an event that a task
// dispatches are separated by checkpoints, and listeners of an event that a script dispatches are not: the script that
// called `click()` is still on the stack.
'use strict';

const { ReflectApply } = primordials;
const { runMicrotasks, tickInfo, HAS_TICK } = internalBinding('task_queue');
const rejections = require('web/window/rejections');

// Scripts and callbacks of the program on the stack, promise jobs not counted.
let depth = 0;
let isInCheckpoint = false;

// Chromium calls no deeper: a listener that dispatches another event of its kind ends there and not with the stack, and no
// `error` event tells of it. Firefox has such a limit too, by the size of its stack.
const DEEPEST = 44;

// Calls the program. What it throws goes to the window; the answer is then undefined.
function invoke(callback, thisArg, args) {
  if (depth >= DEEPEST) {
    require('web/window/errors').reportDepth();
    return undefined;
  }
  depth++;
  let result;
  try {
    result = ReflectApply(callback, thisArg, args);
  } catch (error) {
    report(error);
  }
  if (--depth === 0) checkpoint();
  return result;
}

function report(error) {
  require('web/window/errors').report(error);
}

// Microtasks until there are none. Builtins of Node queue ticks, and so may a program with --node-globals: they go first.
function checkpoint() {
  if (isInCheckpoint || depth > 0) return;
  isInCheckpoint = true;
  try {
    do {
      if (tickInfo[HAS_TICK] === 0) runMicrotasks();
      if (tickInfo[HAS_TICK] !== 0) runTicks();
    } while (tickInfo[HAS_TICK] !== 0);
  } finally {
    isInCheckpoint = false;
  }
  rejections.notify();
}

// Also runs the microtasks that come after the ticks.
function runTicks() {
  try {
    require('internal/process/task_queues').processTicksAndRejections();
  } catch (error) {
    report(error);
  }
}

module.exports = { checkpoint, invoke, report };
