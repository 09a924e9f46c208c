// Start-up: makes the globals and the process object, and hands the door its entry points.
//
// Runs once per context, before any program. What a program may never use is behind a getter: loading a
// builtin costs time that an empty file should not pay.
'use strict';

const { Error, ObjectDefineProperty, globalThis } = primordials;

// V8's side of Error. What formats a stack is loaded with the first stack that is read.
Error.stackTraceLimit = internalBinding('options').values['--stack-trace-limit'] ?? 10;
ObjectDefineProperty(Error, 'captureStackTrace', {
  __proto__: null,
  value: function captureStackTrace(target, upTo) {
    require('internal/errors/stack').captureStackTrace(target, upTo ?? captureStackTrace);
  },
  writable: true,
  enumerable: false,
  configurable: true,
});

const { setup, watchListeners, numericExitCode } = require('internal/process/object');
const process = setup();

const context = require('internal/async_hooks/context');
const taskQueues = require('internal/process/task_queues');
const { processTimers } = require('internal/timers/timeout');
const { processImmediates } = require('internal/timers/immediate');
const { triggerUncaughtException } = require('internal/process/uncaught');
require('internal/process/promises').listenForRejections();
process.nextTick = taskQueues.nextTick;
process._tickCallback = taskQueues.runNextTicks;
require('internal/process/stdio').install();
watchListeners(process);

function define(name, value, enumerable = false) {
  ObjectDefineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable });
}

// A global whose module is loaded when it is first touched: its export `key`, or all of it.
function lazily(name, id, key, enumerable = false) {
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    configurable: true,
    enumerable,
    get() {
      const value = key === undefined ? require(id) : require(id)[key];
      define(name, value, enumerable);
      return value;
    },
    set(value) {
      define(name, value, enumerable);
    },
  });
}

const timers = require('timers');
define('global', globalThis, true);
ObjectDefineProperty(globalThis, Symbol.toStringTag, {
  __proto__: null, value: 'global', writable: false, enumerable: false, configurable: true,
});
for (const name of ['clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout']) {
  define(name, timers[name], true);
}
define('queueMicrotask', taskQueues.queueMicrotask, true);
lazily('structuredClone', 'web/structured_clone', 'structuredClone', true);
lazily('atob', 'buffer', 'atob', true);
lazily('btoa', 'buffer', 'btoa', true);
lazily('performance', 'perf_hooks', 'performance', true);
lazily('navigator', 'web/navigator', 'navigator', true);
lazily('Buffer', 'buffer', 'Buffer');
lazily('URL', 'url', 'URL');
lazily('URLSearchParams', 'url', 'URLSearchParams');
for (const name of ['AbortController', 'AbortSignal']) lazily(name, 'web/abort_controller', name);
for (const name of ['Event', 'EventTarget']) lazily(name, 'web/event_target', name);
for (const name of ['SuppressedError', 'DisposableStack', 'AsyncDisposableStack']) lazily(name, 'internal/modules/disposal', name);
lazily('CustomEvent', 'web/custom_event', 'CustomEvent');
lazily('DOMException', 'internal/errors/dom_exception', 'DOMException');
lazily('TextEncoder', 'internal/encoding', 'TextEncoder');
lazily('TextDecoder', 'internal/encoding', 'TextDecoder');
for (const name of ['Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver', 'PerformanceObserverEntryList']) {
  lazily(name, 'perf_hooks', name);
}
lazily('console', 'console', undefined);
require('internal/engine_tasks').install();
if (internalBinding('blocked').enabled) require('internal/blocked').install();

// What the door calls. The order of their use is the loop's; see the runtime's door.
function emitBeforeExit() {
  context.current = undefined;
  process.emit('beforeExit', numericExitCode(process));
}

function emitExit() {
  if (!process._exiting) {
    const entry = require('internal/modules/run_main');
    entry.markUnsettled();
    process._exiting = true;
    context.current = undefined;
    process.emit('exit', numericExitCode(process));
    entry.reportUnsettled(numericExitCode(process));
  }
}

function exitCode() {
  return numericExitCode(process);
}

// One callback of the loop, with whatever arguments the native side has for it.
function runMain() {
  require('internal/main').run();
}

module.exports = {
  runNextTicks: taskQueues.runNextTicks,
  processTimers,
  processImmediates,
  triggerUncaughtException,
  emitBeforeExit,
  emitExit,
  exitCode,
  runMain,
};
