// Every interface and every global that the minimum common web API (ECMA-429) names is what it is in Node: there or not,
// its members and their kinds. What Node has not (self, reportError, PromiseRejectionEvent) is not here either.
'use strict';

const interfaces = [
  'AbortController', 'AbortSignal', 'Blob', 'ByteLengthQueuingStrategy', 'CompressionStream', 'CountQueuingStrategy', 'Crypto',
  'CryptoKey', 'CustomEvent', 'DecompressionStream', 'DOMException', 'ErrorEvent', 'Event', 'EventTarget', 'File', 'FormData',
  'Headers', 'MessageChannel', 'MessageEvent', 'MessagePort', 'Performance', 'PerformanceEntry', 'PerformanceMark',
  'PerformanceMeasure', 'PerformanceObserver', 'PerformanceObserverEntryList', 'PerformanceResourceTiming', 'PromiseRejectionEvent',
  'QuotaExceededError', 'ReadableByteStreamController', 'ReadableStream', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest',
  'ReadableStreamDefaultController', 'ReadableStreamDefaultReader', 'Request', 'Response', 'SubtleCrypto', 'TextDecoder',
  'TextDecoderStream', 'TextEncoder', 'TextEncoderStream', 'TransformStream', 'TransformStreamDefaultController', 'URL',
  'URLPattern', 'URLSearchParams', 'WebSocket', 'CloseEvent', 'Navigator', 'Storage', 'BroadcastChannel', 'WritableStream',
  'WritableStreamDefaultController', 'WritableStreamDefaultWriter',
];
const values = [
  'globalThis', 'self', 'onerror', 'onunhandledrejection', 'onrejectionhandled', 'reportError', 'atob', 'btoa', 'console', 'crypto',
  'fetch', 'navigator', 'performance', 'queueMicrotask', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval',
  'structuredClone', 'sessionStorage', 'WebAssembly', 'EventSource',
];

function member(object, key) {
  const { get, set, value, enumerable } = Object.getOwnPropertyDescriptor(object, key);
  const kind = get || set ? `${get ? 'get' : ''}${set ? 'set' : ''}` : typeof value;
  return `${typeof key === 'symbol' ? key.description : key}:${kind}${enumerable ? '' : '-'}`;
}

// Symbols of Node's own are nobody's business.
const isPublic = (key) => typeof key === 'string' || Object.values(Object.getOwnPropertyDescriptors(Symbol)).some(({ value }) => value === key);

// An accessor that loads what it gives, a mistake of Node's, and what the library of some systems lacks.
const differing = ['nodeTiming', 'attribute', 'encapsulateBits', 'encapsulateKey', 'decapsulateBits', 'decapsulateKey'];

function members(object) {
  return Reflect.ownKeys(object).filter((key) => isPublic(key) && !differing.includes(key)).map((key) => member(object, key)).sort().join(' ');
}

for (const name of interfaces) {
  const Class = globalThis[name];
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
  console.log(name, typeof Class, descriptor?.enumerable);
  if (typeof Class !== 'function') continue;
  console.log(`  ${members(Class.prototype)}`);
  const parent = Object.getPrototypeOf(Class.prototype)?.constructor?.name;
  console.log(`  length ${Class.length}, extends ${parent}, tag ${Class.prototype[Symbol.toStringTag]}`);
}
for (const name of values) {
  const value = globalThis[name];
  console.log(name, typeof value, Object.getOwnPropertyDescriptor(globalThis, name)?.enumerable, typeof value === 'function' ? value.length : '');
}
for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming', 'validate']) {
  console.log('WebAssembly', name, typeof WebAssembly[name], WebAssembly[name].length);
}
for (const name of ['Global', 'Instance', 'Memory', 'Module', 'Table']) console.log('WebAssembly', name, typeof WebAssembly[name]);
console.log(typeof performance.now(), typeof performance.timeOrigin, navigator.userAgent, Object.keys(Object.getOwnPropertyDescriptors(Navigator.prototype)).join());
