// What Node-API does to values, where JavaScript says it best: crates/napi calls these by name (operations.rs).
//
// A function of an addon's is one of these, which passes what it is called with to the native `invoke`. The names of this
// module are part of no stack that a program prints for itself, and nothing here can be reached by a program but the
// functions that an addon hands out.
'use strict';

const {
  Array,
  ArrayPrototypePush,
  ArrayBufferPrototypeGetByteLength,
  ArrayBufferPrototypeGetDetached,
  ArrayBufferPrototypeTransfer,
  BigIntPrototypeToString,
  BigInt64Array,
  BigUint64Array,
  DataView,
  DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset,
  DatePrototypeGetTime,
  Error,
  Float16Array,
  Float32Array,
  Float64Array,
  Int16Array,
  Int32Array,
  Int8Array,
  Number,
  Object,
  ObjectDefineProperty,
  ObjectFreeze,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectPrototypeHasOwnProperty,
  ObjectSeal,
  RangeError,
  ReflectApply,
  ReflectConstruct,
  ReflectDefineProperty,
  ReflectDeleteProperty,
  ReflectHas,
  ReflectOwnKeys,
  ReflectSetPrototypeOf,
  SafeSet,
  SafeWeakMap,
  SharedArrayBuffer,
  String,
  Symbol,
  SymbolFor,
  SymbolPrototypeGetDescription,
  SyntaxError,
  TypeError,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
  Uint16Array,
  Uint32Array,
  Uint8Array,
  Uint8ClampedArray,
  globalThis,
} = primordials;

const { invoke } = internalBinding('addons');
const types = require('internal/util/types');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');
const { resourceInfo, RESOURCE_ID } = internalBinding('timers');

// As a sloppy function sees it.
function receiver(self) {
  if (typeof self === 'object' && self !== null || typeof self === 'function') return self;
  return self === undefined || self === null ? globalThis : Object(self);
}

function call(state, self, target, args) {
  switch (args.length) {
    case 0: return invoke(state, self, target);
    case 1: return invoke(state, self, target, args[0]);
    case 2: return invoke(state, self, target, args[0], args[1]);
    case 3: return invoke(state, self, target, args[0], args[1], args[2]);
    default: {
      const all = [state, self, target];
      for (let i = 0; i < args.length; i++) ArrayPrototypePush(all, args[i]);
      return ReflectApply(invoke, undefined, all);
    }
  }
}

function named(fn, name) {
  ObjectDefineProperty(fn, 'name', { __proto__: null, value: name, writable: false, enumerable: false, configurable: true });
  return fn;
}

function makeFunction(state, name) {
  return named(function() {
    return call(state, new.target === undefined ? receiver(this) : this, new.target, arguments);
  }, name);
}

// The instances of a class, which alone may be `this` of its methods.
const instancesOf = new SafeWeakMap();

function makeClass(state, name) {
  const instances = new SafeWeakMap();
  const constructor = named(function() {
    if (new.target === undefined) return call(state, receiver(this), undefined, arguments);
    instances.set(this, true);
    return call(state, this, new.target, arguments);
  }, name);
  ObjectDefineProperty(constructor, 'prototype', { __proto__: null, writable: false });
  // It is defined again when the members are.
  ReflectDeleteProperty(constructor.prototype, 'constructor');
  instancesOf.set(constructor, instances);
  return constructor;
}

function makeMethod(state, name, constructor) {
  const instances = instancesOf.get(constructor);
  return named(function() {
    const self = receiver(this);
    if (!instances.has(self)) throw new TypeError('Illegal invocation');
    return call(state, self, new.target, arguments);
  }, typeof name === 'symbol' ? `[${SymbolPrototypeGetDescription(name) ?? ''}]` : name);
}

const WRITABLE = 1;
const ENUMERABLE = 2;
const CONFIGURABLE = 4;

function define(object, key, attributes, isAccessor, value, get, set) {
  const enumerable = (attributes & ENUMERABLE) !== 0;
  const configurable = (attributes & CONFIGURABLE) !== 0;
  if (isAccessor) return ReflectDefineProperty(object, key, { __proto__: null, get, set, enumerable, configurable });
  const writable = (attributes & WRITABLE) !== 0;
  return ReflectDefineProperty(object, key, { __proto__: null, value, writable, enumerable, configurable });
}

const SKIP_STRINGS = 8;
const SKIP_SYMBOLS = 16;

function isArrayIndex(key) {
  const number = Number(key);
  return number >>> 0 === number && number !== 4294967295 && String(number) === key;
}

// mode: 0 with those of prototypes, 1 own ones only; filter: bits; conversion: 0 keeps numbers, 1 makes strings of them.
function propertyNames(object, mode, filter, conversion) {
  const names = [];
  const seen = new SafeSet();
  for (let holder = object; holder !== null; holder = ObjectGetPrototypeOf(holder)) {
    const keys = ReflectOwnKeys(holder);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (seen.has(key)) continue;
      const isSymbol = typeof key === 'symbol';
      if ((filter & (isSymbol ? SKIP_SYMBOLS : SKIP_STRINGS)) !== 0) continue;
      const descriptor = ObjectGetOwnPropertyDescriptor(holder, key);
      if (descriptor === undefined) continue;
      seen.add(key);
      if ((filter & ENUMERABLE) !== 0 && !descriptor.enumerable) continue;
      if ((filter & CONFIGURABLE) !== 0 && !descriptor.configurable) continue;
      if ((filter & WRITABLE) !== 0 && descriptor.writable === false) continue;
      ArrayPrototypePush(names, conversion === 0 && !isSymbol && isArrayIndex(key) ? Number(key) : key);
    }
    if (mode === 1) break;
  }
  return names;
}

const errorClasses = [Error, TypeError, RangeError, SyntaxError];

function makeError(kind, message, code) {
  const error = new errorClasses[kind](message);
  if (code !== undefined) error.code = code;
  return error;
}

const wraps = new SafeWeakMap();
const attached = new SafeWeakMap();
const tags = new SafeWeakMap();

function attach(object, carrier) {
  const list = attached.get(object);
  if (list === undefined) attached.set(object, [carrier]);
  else ArrayPrototypePush(list, carrier);
}

function tag(object, own) {
  if (tags.has(object)) return false;
  tags.set(object, own);
  return true;
}

// In the order of napi_typedarray_type; -1 is a data view.
const viewClasses = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array,
  BigInt64Array, BigUint64Array, Float16Array,
];
const viewKinds = {
  __proto__: null,
  Int8Array: 0, Uint8Array: 1, Uint8ClampedArray: 2, Int16Array: 3, Uint16Array: 4, Int32Array: 5, Uint32Array: 6,
  Float32Array: 7, Float64Array: 8, BigInt64Array: 9, BigUint64Array: 10, Float16Array: 11,
};

function makeView(kind, buffer, byteOffset, length) {
  return kind === -1 ? new DataView(buffer, byteOffset, length) : new viewClasses[kind](buffer, byteOffset, length);
}

// [kind, buffer, byteOffset, byteLength, length]
function viewInfo(value) {
  const name = TypedArrayPrototypeGetSymbolToStringTag(value);
  if (name !== undefined) {
    return [
      viewKinds[name], TypedArrayPrototypeGetBuffer(value), TypedArrayPrototypeGetByteOffset(value),
      TypedArrayPrototypeGetByteLength(value), TypedArrayPrototypeGetLength(value),
    ];
  }
  if (!types.isDataView(value)) return undefined;
  const byteLength = DataViewPrototypeGetByteLength(value);
  return [-1, DataViewPrototypeGetBuffer(value), DataViewPrototypeGetByteOffset(value), byteLength, byteLength];
}

function detach(buffer) {
  if (!ArrayBufferPrototypeGetDetached(buffer)) ArrayBufferPrototypeTransfer(buffer, 0);
  return ArrayBufferPrototypeGetDetached(buffer) || ArrayBufferPrototypeGetByteLength(buffer) === 0;
}

let FastBuffer;
function bufferOver(buffer, byteOffset, length) {
  if (FastBuffer === undefined) {
    require('buffer');
    ({ FastBuffer } = require('internal/buffer/fast_buffer'));
  }
  return new FastBuffer(buffer, byteOffset, length);
}

// A resource of async_hooks: what a callback of an addon's belongs to.
function asyncInit(resource = {}, type = 'napi') {
  const asyncId = ++hooks.lastAsyncId;
  const triggerAsyncId = hooks.triggerOfNew();
  resourceInfo[RESOURCE_ID] = asyncId;
  if (hooks.enabled) hooks.emitInit(asyncId, type, triggerAsyncId, resource);
  return { __proto__: null, asyncId, triggerAsyncId, frame: context.current, resource };
}

// Node carries the stores of AsyncLocalStorage into napi_make_callback alone.
function asyncEnter(own, carries) {
  const outer = context.current;
  context.current = carries === true ? own.frame : undefined;
  if (hooks.entering) hooks.emitBefore(own.asyncId, own.triggerAsyncId, own.resource);
  return outer;
}

function asyncLeave(own, outer) {
  if (hooks.entering) hooks.emitAfter(own.asyncId);
  context.current = outer;
}

module.exports = {
  makeFunction,
  makeClass,
  makeMethod,
  define,
  apply: (fn, self, args) => ReflectApply(fn, self, args),
  construct: (fn, args) => ReflectConstruct(fn, args),
  propertyNames,
  hasOwn: (object, key) => ObjectPrototypeHasOwnProperty(object, key),
  has: (object, key) => ReflectHas(object, key),
  delete: (object, key) => ReflectDeleteProperty(object, key),
  freeze: (object) => { ObjectFreeze(object); },
  seal: (object) => { ObjectSeal(object); },
  prototypeOf: (object) => ObjectGetPrototypeOf(object),
  setPrototypeOf: (object, prototype) => ReflectSetPrototypeOf(object, prototype),
  instanceOf: (value, constructor) => value instanceof constructor,
  symbolFor: (description) => SymbolFor(description),
  symbol: (description) => Symbol(description),
  makeError,
  isError: (value) => types.isNativeError(value),
  wrap: (object, carrier) => { wraps.set(object, carrier); },
  unwrap: (object) => wraps.get(object),
  removeWrap: (object) => { wraps.delete(object); },
  attach,
  tag,
  tagOf: (object) => tags.get(object),
  isPromise: (value) => types.isPromise(value),
  dateValue: (date) => DatePrototypeGetTime(date),
  bigIntToHex: (value, isNegated) => (isNegated === true ? -value : BigIntPrototypeToString(value, 16)),
  arrayOfLength: (length) => new Array(length),
  bufferOver,
  makeView,
  viewInfo,
  isDataView: (value) => types.isDataView(value),
  detach,
  isDetached: (value) => types.isArrayBuffer(value) && ArrayBufferPrototypeGetDetached(value),
  isSharedBuffer: (value) => types.isSharedArrayBuffer(value),
  makeSharedBuffer: (byteLength) => new SharedArrayBuffer(byteLength),
  asyncInit,
  asyncDestroy: (own) => { if (hooks.enabled) hooks.emitDestroy(own.asyncId); },
  asyncEnter,
  asyncLeave,
};
