// Start-up under a browser's loop: makes the globals of a page, and hands the door its entry points.
//
// The door knows nothing of pages. It calls the same names as for Node: `processTimers` when the native timer fires,
// `processImmediates` once an iteration while tasks wait, `runNextTicks` after every callback of the loop.
'use strict';

const { Error, ObjectDefineProperty, globalThis } = primordials;
const { entry } = internalBinding('options');

Error.stackTraceLimit = 10;

function define(name, value) {
  ObjectDefineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
}

function lazily(name, id, key) {
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get() {
      const value = key === undefined ? require(id) : require(id)[key];
      define(name, value);
      return value;
    },
    set(value) {
      define(name, value);
    },
  });
}

define('window', globalThis);
define('self', globalThis);
lazily('console', 'console', undefined);

function runMain() {
  const text = require('fs').readFileSync(entry.path, 'utf8');
  internalBinding('vm').evaluate(-1, text, entry.path, 1);
}

module.exports = {
  runNextTicks: require('web/window/callbacks').checkpoint,
  processTimers: require('web/window/deadlines').onNativeTimer,
  processImmediates: require('web/window/event_loop').runTask,
  triggerUncaughtException(error) {
    require('internal/errors/print').printFatal(error);
  },
  emitBeforeExit() {},
  emitExit() {},
  exitCode: () => 0,
  runMain,
  installEngineTasks() {},
};
