// Start-up: makes the globals and the process object, and hands the door its entry points.
//
// Runs once per context, before any program. What a program may never use is behind a getter: loading a
// builtin costs time that an empty file should not pay.
'use strict';

const { Error, ObjectDefineProperty, globalThis } = primordials;
const { runMicrotasks, setUnhandledRejectionCallback } = internalBinding('task_queue');
const { isLoaded } = internalBinding('builtins');

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

function define(name, value, enumerable = false) {
  ObjectDefineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable });
}

// Globals that are the exports of one module under their own names, or the module itself if it has that name. It is loaded
// when one of them is first touched. One call for each module: a function that is called three dozen times makes the
// engine start a thread to compile it, a millisecond that an empty file need not pay.
function lazily(id, names, enumerable = false) {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    ObjectDefineProperty(globalThis, name, {
      __proto__: null,
      configurable: true,
      enumerable,
      get() {
        const value = name === id ? require(id) : require(id)[name];
        define(name, value, enumerable);
        return value;
      },
      set(value) {
        define(name, value, enumerable);
      },
    });
  }
}

// The process object: made when it is first asked for, by a program or by a builtin.
let process;

function makeProcess() {
  process = require('internal/process/instance').process();
  queues = require('internal/process/task_queues');
  return process;
}

ObjectDefineProperty(globalThis, 'process', {
  __proto__: null,
  configurable: true,
  enumerable: false,
  get: () => process ?? makeProcess(),
  set(value) { define('process', value); },
});

define('global', globalThis, true);
ObjectDefineProperty(globalThis, Symbol.toStringTag, {
  __proto__: null, value: 'global', writable: false, enumerable: false, configurable: true,
});
lazily('timers', ['clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout'], true);
lazily('internal/process/task_queues', ['queueMicrotask'], true);
lazily('web/structured_clone', ['structuredClone'], true);
lazily('buffer', ['atob', 'btoa'], true);
lazily('perf_hooks', ['performance'], true);
lazily('web/navigator', ['navigator'], true);
lazily('web/crypto/crypto', ['crypto'], true);
lazily('buffer', ['Buffer']);
lazily('url', ['URL', 'URLSearchParams']);
lazily('web/abort_controller', ['AbortController', 'AbortSignal']);
lazily('web/event_target', ['Event', 'EventTarget']);
lazily('web/custom_event', ['CustomEvent']);
lazily('internal/errors/dom_exception', ['DOMException']);
lazily('internal/encoding', ['TextEncoder', 'TextDecoder']);
lazily('perf_hooks', [
  'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver', 'PerformanceObserverEntryList',
]);
lazily('internal/messaging/message_port', ['MessageChannel', 'MessagePort']);
lazily('internal/messaging/message_event', ['MessageEvent']);
lazily('internal/messaging/broadcast_channel', ['BroadcastChannel']);
lazily('internal/buffer/blob', ['Blob', 'File']);
lazily('web/crypto/crypto', ['Crypto', 'CryptoKey', 'SubtleCrypto']);
lazily('web/fetch/fetch', ['fetch'], true);
lazily('web/close_event', ['CloseEvent']);
lazily('web/error_event', ['ErrorEvent']);
lazily('web/websocket/web_socket', ['WebSocket']);
lazily('web/fetch/form_data', ['FormData']);
lazily('web/fetch/headers', ['Headers']);
lazily('web/fetch/request', ['Request']);
lazily('web/fetch/response', ['Response']);
lazily('stream/web', [
  'TransformStream', 'TransformStreamDefaultController', 'WritableStream', 'WritableStreamDefaultController',
  'WritableStreamDefaultWriter', 'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
  'ReadableStreamBYOBRequest', 'ReadableByteStreamController', 'ReadableStreamDefaultController', 'ByteLengthQueuingStrategy',
  'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream', 'DecompressionStream',
]);
lazily('console', ['console']);
const { absentGlobals } = internalBinding('options').loop;
for (let i = 0; i < absentGlobals?.length; i++) delete globalThis[absentGlobals[i]];
if (internalBinding('options').values['--expose-gc']) lazily('internal/gc', ['gc']);

if (internalBinding('options').observed) require('internal/causes').watchWaits();

// What the door calls; each loads what it needs, because a program may never come there.

// internal/process/task_queues, from the moment that something can be queued there: ticks need the process
// object, and a rejection announces itself here.
let queues;

setUnhandledRejectionCallback((promise, reason) => {
  queues ??= require('internal/process/task_queues');
  require('internal/process/promises').onUnhandled(promise, reason);
});

function runNextTicks() {
  if (queues === undefined) {
    runMicrotasks();
    if (queues === undefined) return;
  }
  queues.runNextTicks();
}

function processTimers(now) {
  require('internal/timers/timeout').processTimers(now);
}

let immediates;

function processImmediates() {
  immediates ??= require('internal/timers/immediate');
  immediates.processImmediates();
}

function triggerUncaughtException(error) {
  require('internal/process/uncaught').triggerUncaughtException(error);
}

function leaveContext() {
  require('internal/async_hooks/context').current = undefined;
}

// What the main script left to be done has ids of its own or none.
function leaveMain() {
  if (isLoaded('internal/async_hooks/hooks')) require('internal/async_hooks/hooks').leaveMain();
}

// Without a process object nobody can listen.
function emitBeforeExit() {
  if (isLoaded('internal/async_hooks/hooks')) require('internal/async_hooks/hooks').tellDestroyed();
  if (process === undefined) return;
  leaveContext();
  process.emit('beforeExit', exitCode());
}

function emitExit() {
  const unsettled = require('internal/process/entry').isWaiting ? require('internal/modules/run_main') : undefined;
  unsettled?.markUnsettled();
  if (process === undefined || process._exiting) return;
  process._exiting = true;
  leaveContext();
  process.emit('exit', exitCode());
  unsettled?.reportUnsettled();
}

function exitCode() {
  return process === undefined ? 0 : require('internal/process/object').numericExitCode(process);
}

function installEngineTasks() {
  require('internal/engine_tasks').install();
}

function runMain() {
  const { entry, hasChannel, imports, isWorker, requires } = internalBinding('options');
  if (isWorker) require('internal/worker/inside').begin();
  if (hasChannel) require('internal/child_process/fork').startInChild();
  const isAlone = entry.kind === 'file' && requires.length === 0 && imports.length === 0;
  if (!isAlone || !require('internal/modules/module').runMain(entry.path)) require('internal/main').run();
  leaveMain();
}

module.exports = {
  runNextTicks,
  processTimers,
  processImmediates,
  triggerUncaughtException,
  emitBeforeExit,
  emitExit,
  exitCode,
  runMain,
  installEngineTasks,
};
