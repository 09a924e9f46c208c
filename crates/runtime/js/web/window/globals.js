// The global names of a page, each loaded when it is first touched.
'use strict';

const { ObjectDefineProperty, globalThis } = primordials;

// Functions and objects that a browser shows when the window is enumerated: [module, names].
const ENUMERABLE = [
  ['web/window/timers', ['clearInterval', 'clearTimeout', 'setInterval', 'setTimeout']],
  ['web/window/frames', ['cancelAnimationFrame', 'requestAnimationFrame']],
  ['web/window/idle', ['cancelIdleCallback', 'requestIdleCallback']],
  ['web/window/microtasks', ['queueMicrotask']],
  ['web/window/post_message', ['postMessage']],
  ['web/window/scheduler', ['scheduler']],
  ['web/window/dialogs', ['alert', 'confirm', 'prompt']],
  ['web/window/navigator', ['navigator']],
  ['web/window/performance', ['performance']],
  ['web/window/report_error', ['reportError']],
  ['web/window/message', ['structuredClone']],
  ['buffer', ['atob', 'btoa']],
  ['web/crypto/crypto', ['crypto']],
];

// Classes, which it does not show.
const HIDDEN = [
  ['web/window/idle', ['IdleDeadline']],
  ['web/window/message_port', ['MessageChannel', 'MessagePort']],
  ['web/window/message_event', ['MessageEvent']],
  ['web/window/broadcast_channel', ['BroadcastChannel']],
  ['web/window/scheduler', ['Scheduler']],
  ['web/window/task_signal', ['TaskController', 'TaskPriorityChangeEvent', 'TaskSignal']],
  ['web/window/navigator', ['Navigator']],
  ['web/window/location', ['Location']],
  ['web/window/performance', [
    'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceNavigation', 'PerformanceObserver',
    'PerformanceObserverEntryList', 'PerformanceTiming',
  ]],
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

function install() {
  installTable(ENUMERABLE, true);
  installTable(HIDDEN, false);
  lazily('console', 'console', undefined, false);
  // Assigning to it means going there.
  ObjectDefineProperty(globalThis, 'location', {
    __proto__: null,
    configurable: false,
    enumerable: true,
    get: () => require('web/window/location').location,
    set(value) { require('web/window/location').location.href = value; },
  });
  ObjectDefineProperty(globalThis, 'origin', {
    __proto__: null, configurable: true, enumerable: true, get: () => require('web/window/location').location.origin, set: undefined,
  });
}

module.exports = { define, install, installTable, lazily };
