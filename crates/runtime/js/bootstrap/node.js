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

function defineAccessor(name, value) {
  ObjectDefineProperty(globalThis, name, {
    __proto__: null, configurable: true, enumerable: false, get: () => value, set(given) { value = given; },
  });
}

// The process object: made when it is first asked for, by a program or by a builtin.
let process;

// What a program has put in its place.
let isReplaced = false;
let replacement;

function makeProcess() {
  process = require('internal/process/instance').process();
  queues = require('internal/process/task_queues');
  return process;
}

ObjectDefineProperty(globalThis, 'process', {
  __proto__: null,
  configurable: true,
  enumerable: false,
  get: () => (isReplaced ? replacement : process ?? makeProcess()),
  set(value) {
    isReplaced = true;
    replacement = value;
  },
});

define('global', globalThis, true);
ObjectDefineProperty(globalThis, Symbol.toStringTag, {
  __proto__: null, value: 'global', writable: false, enumerable: false, configurable: true,
});
// Globals that are the exports of one module under their own names, or the module itself if it has that name: the module,
// whether they are enumerable, the names. The module is loaded when one of them is first touched. A table and a loop, not
// a function that is called for each: three dozen calls make the engine start a thread to compile it, a millisecond that
// an empty file need not pay.
const lazyGlobals = [
  ['timers', true, 'clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout'],
  ['internal/process/task_queues', true, 'queueMicrotask'],
  ['web/structured_clone', true, 'structuredClone'],
  ['buffer', true, 'atob', 'btoa'],
  ['perf_hooks', true, 'performance'],
  ['web/navigator', true, 'navigator'],
  ['web/crypto/crypto', true, 'crypto'],
  ['web/navigator', false, 'Navigator'],
  ['web/quota_exceeded_error', false, 'QuotaExceededError'],
  ['web/url_pattern/url_pattern', false, 'URLPattern'],
  ['buffer', false, 'Buffer'],
  ['url', false, 'URL', 'URLSearchParams'],
  ['web/abort_controller', false, 'AbortController', 'AbortSignal'],
  ['web/event_target', false, 'Event', 'EventTarget'],
  ['web/custom_event', false, 'CustomEvent'],
  ['internal/errors/dom_exception', false, 'DOMException'],
  ['internal/encoding', false, 'TextEncoder', 'TextDecoder'],
  ['perf_hooks', false,
    'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver',
    'PerformanceObserverEntryList', 'PerformanceResourceTiming',
  ],
  ['internal/messaging/message_port', false, 'MessageChannel', 'MessagePort'],
  ['internal/messaging/message_event', false, 'MessageEvent'],
  ['internal/messaging/broadcast_channel', false, 'BroadcastChannel'],
  ['internal/buffer/blob', false, 'Blob', 'File'],
  ['web/crypto/crypto', false, 'Crypto', 'CryptoKey', 'SubtleCrypto'],
  ['web/fetch/fetch', true, 'fetch'],
  ['web/close_event', false, 'CloseEvent'],
  ['web/error_event', false, 'ErrorEvent'],
  ['web/websocket/web_socket', false, 'WebSocket'],
  ['web/fetch/form_data', false, 'FormData'],
  ['web/fetch/headers', false, 'Headers'],
  ['web/fetch/request', false, 'Request'],
  ['web/fetch/response', false, 'Response'],
  ['stream/web', false,
    'TransformStream', 'TransformStreamDefaultController', 'WritableStream', 'WritableStreamDefaultController',
    'WritableStreamDefaultWriter', 'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
    'ReadableStreamBYOBRequest', 'ReadableByteStreamController', 'ReadableStreamDefaultController',
    'ByteLengthQueuingStrategy', 'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream', 'CompressionStream',
    'DecompressionStream',
  ],
  ['console', false, 'console'],
];
const { values } = internalBinding('options');
if (values['--experimental-eventsource']) {
  lazyGlobals[lazyGlobals.length] = ['web/event_source', false, 'EventSource'];
}
if (values['--no-webstorage'] !== true) {
  lazyGlobals[lazyGlobals.length] = ['web/storage', false, 'Storage'];
  lazyGlobals[lazyGlobals.length] = ['web/storage', true, 'sessionStorage'];
  lazyGlobals[lazyGlobals.length] = ['web/storage', values['--localstorage-file'] !== undefined, 'localStorage'];
}
if (values['--expose-gc']) lazyGlobals[lazyGlobals.length] = ['internal/gc', false, 'gc'];

for (let i = 0; i < lazyGlobals.length; i++) {
  const names = lazyGlobals[i];
  const { 0: id, 1: enumerable } = names;
  for (let at = 2; at < names.length; at++) {
    const name = names[at];
    ObjectDefineProperty(globalThis, name, {
      __proto__: null,
      configurable: true,
      enumerable,
      get() {
        const value = name === id ? require(id) : require(id)[name];
        // As in Node: this one stays an accessor, whatever it is given.
        if (name === 'Buffer') defineAccessor(name, value);
        else define(name, value, enumerable);
        return value;
      },
      set(value) {
        define(name, value, enumerable);
      },
    });
  }
}
const { absentGlobals } = internalBinding('options').loop;
for (let i = 0; i < absentGlobals?.length; i++) delete globalThis[absentGlobals[i]];

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

// In a process that is copied for each run of a program: a builtin that the program will ask for.
function preload(id) {
  if (!isLoaded(id)) require(id);
}

// And what is another in a copy.
function becomeCopy(pid, execArgv, temporary) {
  const { facts } = internalBinding('process');
  facts.pid = pid;
  facts.execArgv = execArgv;
  if (process === undefined) return;
  process.pid = pid;
  process.execArgv = execArgv;
  process.env.TMPDIR = temporary;
}

function runMain() {
  const { entry, hasChannel, imports, isWorker, requires, values } = internalBinding('options');
  if (isWorker) require('internal/worker/inside').begin();
  if (hasChannel) require('internal/child_process/fork').startInChild();
  const isAlone = entry.kind === 'file' && requires.length === 0 && imports.length === 0 &&
    values['--experimental-loader'] === undefined && values['--loader'] === undefined && !values['--disallow-code-generation-from-strings'];
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
  preload,
  becomeCopy,
};
