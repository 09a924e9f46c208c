// The global object of a worker, which is also an event target. As that of a page (web/window/window) it has on itself what a
// browser has on DedicatedWorkerGlobalScope.prototype and its prototypes, and `instanceof` is told about it.
'use strict';

const {
  FunctionPrototypeSymbolHasInstance, ObjectDefineProperties, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, SymbolHasInstance, SymbolToStringTag,
  TypeError, globalThis,
} = primordials;
const { EventTarget, defineEventHandler, initEventTarget } = require('web/dom/event_target');
const { define, installTable } = require('web/window/globals');
const { isIsolated } = require('web/window/clock');

class WorkerGlobalScope {
  constructor() {
    throw new TypeError(`Failed to construct '${new.target.name}': Illegal constructor`);
  }

  static [SymbolHasInstance](value) {
    return value === globalThis && (this === WorkerGlobalScope || this === DedicatedWorkerGlobalScope);
  }
}

class DedicatedWorkerGlobalScope extends WorkerGlobalScope {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() { super(); } // eslint-disable-line no-useless-constructor
}
tag(WorkerGlobalScope.prototype, 'WorkerGlobalScope');
tag(DedicatedWorkerGlobalScope.prototype, 'DedicatedWorkerGlobalScope');

function tag(object, name) {
  ObjectDefineProperty(object, SymbolToStringTag, { __proto__: null, value: name, configurable: true });
}

const CLASSES = [
  ['web/worker/location', ['WorkerLocation']],
  ['web/window/navigator', ['WorkerNavigator']],
  ['web/window/plain_performance', [
    'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver', 'PerformanceObserverEntryList',
  ]],
];
const OBJECTS = [
  ['web/window/plain_performance', ['performance']],
  ['web/worker/inside', ['close', 'importScripts', 'postMessage']],
];
const HANDLERS = ['error', 'languagechange', 'message', 'messageerror', 'offline', 'online', 'rejectionhandled', 'unhandledrejection'];

// A property that can not be written, from a literal's accessor, which names itself.
function readOnly(literal, name) {
  ObjectDefineProperty(globalThis, name, { ...ObjectGetOwnPropertyDescriptor(literal, name), __proto__: null, configurable: true, enumerable: true });
}

function install() {
  initEventTarget(globalThis);
  ObjectDefineProperty(EventTarget, SymbolHasInstance, {
    __proto__: null,
    value(value) {
      return (this === EventTarget && value === globalThis) || FunctionPrototypeSymbolHasInstance(this, value);
    },
  });
  ObjectDefineProperties(globalThis, {
    [SymbolToStringTag]: { __proto__: null, value: 'DedicatedWorkerGlobalScope', configurable: true },
    constructor: { __proto__: null, value: DedicatedWorkerGlobalScope, writable: true, configurable: true },
  });
  define('WorkerGlobalScope', WorkerGlobalScope, false);
  define('DedicatedWorkerGlobalScope', DedicatedWorkerGlobalScope, false);
  define('addEventListener', EventTarget.prototype.addEventListener, true);
  define('removeEventListener', EventTarget.prototype.removeEventListener, true);
  define('dispatchEvent', EventTarget.prototype.dispatchEvent, true);
  for (let i = 0; i < HANDLERS.length; i++) defineEventHandler(globalThis, HANDLERS[i]);
  installTable(CLASSES, false);
  installTable(OBJECTS, true);
  readOnly({ get self() { return globalThis; } }, 'self');
  readOnly({ get name() { return require('web/worker/inside').name(); } }, 'name');
  readOnly({ get location() { return require('web/worker/location').location; } }, 'location');
  readOnly({ get navigator() { return require('web/window/navigator').workerNavigator; } }, 'navigator');
  readOnly({ get isSecureContext() { return true; } }, 'isSecureContext');
  readOnly({ get crossOriginIsolated() { return isIsolated; } }, 'crossOriginIsolated');
}

module.exports = { install };
