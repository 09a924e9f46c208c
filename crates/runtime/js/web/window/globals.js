// The global names of a page and of its workers, each loaded when it is first touched.
'use strict';

const { ObjectDefineProperty, globalThis } = primordials;

// Functions and objects that a browser shows when the global object is enumerated: [module, names]. Those of pages and workers,
// then those of pages alone.
const ENUMERABLE = [
  ['web/window/timers', ['clearInterval', 'clearTimeout', 'setInterval', 'setTimeout']],
  ['web/window/microtasks', ['queueMicrotask']],
  ['web/window/scheduler', ['scheduler']],
  ['web/window/report_error', ['reportError']],
  ['web/window/message', ['structuredClone']],
  ['buffer', ['atob', 'btoa']],
  ['web/crypto/crypto', ['crypto']],
];
const ENUMERABLE_IN_PAGES = [
  ['web/window/frames', ['cancelAnimationFrame', 'requestAnimationFrame']],
  ['web/window/idle', ['cancelIdleCallback', 'requestIdleCallback']],
  ['web/window/post_message', ['postMessage']],
  ['web/window/dialogs', ['alert', 'confirm', 'prompt']],
  ['web/window/navigator', ['navigator']],
  ['web/window/performance', ['performance']],
];

// Classes, which it does not show.
const HIDDEN = [
  ['web/window/message_port', ['MessageChannel', 'MessagePort']],
  ['web/window/message_event', ['MessageEvent']],
  ['web/window/broadcast_channel', ['BroadcastChannel']],
  ['web/window/scheduler', ['Scheduler']],
  ['web/window/task_signal', ['TaskController', 'TaskPriorityChangeEvent', 'TaskSignal']],
  ['web/worker/worker', ['Worker']],
  ['web/abort_controller', ['AbortController', 'AbortSignal']],
  ['internal/errors/dom_exception', ['DOMException']],
  ['internal/encoding', ['TextDecoder', 'TextEncoder']],
  ['internal/buffer/blob', ['Blob', 'File']],
  ['internal/url/url', ['URL']],
  ['internal/url/search_params', ['URLSearchParams']],
  ['web/crypto/crypto', ['Crypto', 'CryptoKey', 'SubtleCrypto']],
  ['web/url_pattern/url_pattern', ['URLPattern']],
  ['stream/web', [
    'ByteLengthQueuingStrategy', 'CompressionStream', 'CountQueuingStrategy', 'DecompressionStream', 'ReadableByteStreamController',
    'ReadableStream', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableStreamDefaultController',
    'ReadableStreamDefaultReader', 'TextDecoderStream', 'TextEncoderStream', 'TransformStream', 'TransformStreamDefaultController',
    'WritableStream', 'WritableStreamDefaultController', 'WritableStreamDefaultWriter',
  ]],
];
const HIDDEN_IN_PAGES = [
  ['web/window/idle', ['IdleDeadline']],
  ['web/window/navigator', ['Navigator']],
  ['web/window/location', ['Location']],
  ['web/window/performance', [
    'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceNavigation',
    'PerformanceNavigationTiming', 'PerformanceObserver', 'PerformanceObserverEntryList', 'PerformanceResourceTiming', 'PerformanceTiming',
  ]],
];

function define(name, value, enumerable) {
  ObjectDefineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable });
}

function lazily(name, id, key, enumerable) {
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

function installTable(table, enumerable) {
  for (let i = 0; i < table.length; i++) {
    const { 0: id, 1: names } = table[i];
    for (let j = 0; j < names.length; j++) lazily(names[j], id, names[j], enumerable);
  }
}

// What pages and workers have.
function installShared() {
  installTable(ENUMERABLE, true);
  installTable(HIDDEN, false);
  lazily('console', 'console', undefined, false);
  ObjectDefineProperty(globalThis, 'origin', {
    __proto__: null, configurable: true, enumerable: true, get: () => require('web/window/location').origin(), set: undefined,
  });
}

function install() {
  installShared();
  installTable(ENUMERABLE_IN_PAGES, true);
  installTable(HIDDEN_IN_PAGES, false);
  // Assigning to it means going there.
  ObjectDefineProperty(globalThis, 'location', {
    __proto__: null,
    configurable: false,
    enumerable: true,
    get: () => require('web/window/location').location,
    set(value) { require('web/window/location').location.href = value; },
  });
}

module.exports = { define, install, installShared, installTable, lazily };
