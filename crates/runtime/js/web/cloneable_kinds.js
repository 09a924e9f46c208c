// What is known about values that are cloned and sent before any of them is: which objects of the platform take part, what a
// program has marked, and the classes that copies are made with. Cloning is web/structured_clone, writing and reading
// internal/messaging/serializer.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeSplice, BigInt64Array, BigUint64Array, Error, EvalError, Float16Array,
  Float32Array, Float64Array, Int16Array, Int32Array, Int8Array, RangeError, ReferenceError, SafeWeakMap,
  SyntaxError, TypeError, URIError, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray,
} = primordials;
const builtins = internalBinding('builtins');

const errorClasses = {
  __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
};

const typedArrays = {
  __proto__: null,
  BigInt64Array,
  BigUint64Array,
  Float16Array,
  Float32Array,
  Float64Array,
  Int16Array,
  Int32Array,
  Int8Array,
  Uint16Array,
  Uint32Array,
  Uint8Array,
  Uint8ClampedArray,
};

// Objects of the platform that are no plain data: { is(value) } and, if they can be copied, clone(value) or, if they can be
// transferred, isTransferable(value), makeEmpty() and move(from, to, isPosted, hidden). They may bring words of their own for
// errors: `name`, `detached` and refusal(value). What can go to another environment has a `name` that
// internal/messaging/host_objects knows, pack(value, files), which gives data that can be cloned, and unpack(data, files).
const kinds = [];

// What a program has marked, once it has marked anything.
const marks = { __proto__: null, hasUncloneable: false };
let untransferable;
let uncloneable;

function markAsUntransferable(object) {
  if ((typeof object !== 'object' && typeof object !== 'function') || object === null) return;
  untransferable ??= new SafeWeakMap();
  untransferable.set(object, true);
}

function isMarkedAsUntransferable(object) {
  if (untransferable !== undefined && untransferable.has(object)) return true;
  return require('internal/buffer/pool').isSlab(object);
}

function markAsUncloneable(object) {
  if ((typeof object !== 'object' && typeof object !== 'function') || object === null) return;
  uncloneable ??= new SafeWeakMap();
  uncloneable.set(object, true);
  marks.hasUncloneable = true;
}

function isMarkedAsUncloneable(object) {
  return uncloneable !== undefined && uncloneable.has(object);
}

// Builtins that bring objects of the platform with them when they have been loaded, and what registers their kinds. They need
// not know of cloning before something is cloned.
const newcomers = [
  ['internal/buffer/blob', () => registerAll(require('internal/buffer/blob').kinds)],
];
if (!internalBinding('options').loop.isWindow) {
  ArrayPrototypePush(newcomers,
    ['web/streams/readable_stream', () => require('web/streams/transfer')],
    ['web/streams/writable_stream', () => require('web/streams/transfer')],
    ['internal/crypto/x509', () => registerAll(require('internal/crypto/x509').kinds)],
    ['internal/perf/histogram', () => registerAll(require('internal/perf/histogram').kinds)],
    ['internal/messaging/transferable_abort', () => registerAll(require('internal/messaging/transferable_abort').kinds)],
    ['internal/wasm_modules', () => registerAll(require('internal/wasm_modules').kinds)],
    ['internal/fs/file_handle', () => registerAll(require('internal/fs/file_handle').kinds)],
  );
}

function registerAll(added) {
  for (let i = 0; i < added.length; i++) registerPlatform(added[i]);
}

// How many builtins had been loaded when it was last asked.
let loads = 0;

// Learns of the kinds whose builtins have been loaded meanwhile.
function learnKinds() {
  if (loads === builtins.loads) return;
  loads = builtins.loads;
  for (let i = newcomers.length - 1; i >= 0; i--) {
    const { 0: id, 1: register } = newcomers[i];
    if (!builtins.isLoaded(id)) continue;
    ArrayPrototypeSplice(newcomers, i, 1);
    register();
  }
}

function registerPlatform(kind) {
  ArrayPrototypePush(kinds, kind);
}

function platformOf(value) {
  for (let i = 0; i < kinds.length; i++) if (kinds[i].is(value)) return kinds[i];
  return undefined;
}

function platformCalled(name) {
  for (let i = 0; i < kinds.length; i++) if (kinds[i].name === name) return kinds[i];
  return undefined;
}

module.exports = {
  errorClasses,
  isMarkedAsUncloneable,
  isMarkedAsUntransferable,
  kinds,
  learnKinds,
  markAsUncloneable,
  markAsUntransferable,
  marks,
  platformCalled,
  platformOf,
  registerPlatform,
  typedArrays,
};
