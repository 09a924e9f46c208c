// What the door calls in the loop of a page and in those of its workers, but for the entry.
'use strict';

const { clock, immediateInfo, COUNT, HAS_DESTROYED, NEXT_EXPIRY } = internalBinding('timers');
const { loop } = internalBinding('options');
const { isLoaded } = internalBinding('builtins');
const { checkpoint, report } = require('web/window/callbacks');
const deadlines = require('web/window/deadlines');
const eventLoop = require('web/window/event_loop');

// Modules of Node that a builtin or --node-globals brings along have timers and immediates of their own. They share the
// numbers that the door reads, and take their turn before the page's.
function processTimers(now) {
  clock[NEXT_EXPIRY] = Infinity;
  if (isLoaded('internal/timers/timeout')) require('internal/timers/timeout').processTimers(now);
  deadlines.onNativeTimer();
}

function processImmediates() {
  if (immediateInfo[HAS_DESTROYED] !== 0) require('internal/async_hooks/hooks').tellDestroyed();
  if (immediateInfo[COUNT] > eventLoop.ready()) require('internal/timers/immediate').processImmediates();
  eventLoop.runTask();
}

// Only a program that sees it can have given `process` an exit code.
function exitCode() {
  const own = require('web/window/errors').exitCode();
  if (!loop.nodeGlobals || own !== 0) return own;
  return require('internal/process/object').numericExitCode(process);
}

module.exports = {
  runNextTicks: checkpoint,
  processTimers,
  processImmediates,
  triggerUncaughtException: report,
  emitBeforeExit() {
    if (loop.nodeGlobals) process.emit('beforeExit', exitCode());
  },
  emitExit() {
    if (loop.nodeGlobals && !process._exiting) {
      process._exiting = true;
      process.emit('exit', exitCode());
    }
  },
  exitCode,
  installEngineTasks() {
    require('internal/engine_tasks').install();
  },
};
