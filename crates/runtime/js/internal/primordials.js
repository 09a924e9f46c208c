// The intrinsics as they were before any program ran.
//
// Builtins call these instead of `array.push(x)` wherever a program could have replaced the
// prototype's method. The names follow one scheme:
//
//   Math.max              -> MathMax                 a static function, bound to its owner's name
//   Array.prototype.push  -> ArrayPrototypePush      uncurried: the receiver is the first argument
//   get Map.prototype.size-> MapPrototypeGetSize     accessors, uncurried
//   Symbol.iterator       -> SymbolIterator          well-known symbols
//   Map                   -> Map, SafeMap            the constructor; a subclass no program can reach
//
// The walk is over property tables, so what the engine adds becomes available without a list to edit.
// Not here: anything of Node's or the web's; those are modules.
'use strict';

const { bind, call } = Function.prototype;
const uncurryThis = bind.bind(call);
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, freeze } = Object;
const { ownKeys } = Reflect;

primordials.uncurryThis = uncurryThis;
primordials.applyBind = bind.bind(Function.prototype.apply);

function suffixOf(key) {
  if (typeof key === 'symbol') {
    const description = key.description.slice('Symbol.'.length);
    return `Symbol${description[0].toUpperCase()}${description.slice(1)}`;
  }
  return `${key[0].toUpperCase()}${key.slice(1)}`;
}

function copyStatics(source, prefix) {
  const keys = ownKeys(source);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key === 'prototype' || key === 'name' || key === 'length') continue;
    const descriptor = getOwnPropertyDescriptor(source, key);
    const name = `${prefix}${suffixOf(key)}`;
    if ('value' in descriptor) primordials[name] = descriptor.value;
    else if (descriptor.get) primordials[`${prefix}Get${suffixOf(key)}`] = uncurryThis(descriptor.get);
  }
}

function copyPrototype(source, prefix) {
  const keys = ownKeys(source);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const descriptor = getOwnPropertyDescriptor(source, key);
    if ('value' in descriptor) {
      const { value } = descriptor;
      primordials[`${prefix}${suffixOf(key)}`] = typeof value === 'function' ? uncurryThis(value) : value;
    } else {
      if (descriptor.get) primordials[`${prefix}Get${suffixOf(key)}`] = uncurryThis(descriptor.get);
      if (descriptor.set) primordials[`${prefix}Set${suffixOf(key)}`] = uncurryThis(descriptor.set);
    }
  }
}

for (const name of ['Atomics', 'JSON', 'Math', 'Proxy', 'Reflect']) {
  const namespace = globalThis[name];
  copyStatics(namespace, name);
}
primordials.Proxy = Proxy;

for (const name of [
  'AggregateError', 'Array', 'ArrayBuffer', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'Boolean',
  'DataView', 'Date', 'Error', 'EvalError', 'FinalizationRegistry', 'Float16Array', 'Float32Array', 'Float64Array',
  'Function', 'Int16Array', 'Int32Array', 'Int8Array', 'Iterator', 'Map', 'Number', 'Object', 'Promise',
  'RangeError', 'ReferenceError', 'RegExp', 'Set', 'SharedArrayBuffer', 'String', 'Symbol', 'SyntaxError', 'TypeError',
  'URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet',
]) {
  const constructor = globalThis[name];
  if (constructor === undefined) continue;
  primordials[name] = constructor;
  copyStatics(constructor, name);
  copyPrototype(constructor.prototype, `${name}Prototype`);
}

for (const [name, object] of [
  ['TypedArray', getPrototypeOf(Uint8Array)],
  ['ArrayIterator', { prototype: getPrototypeOf([][Symbol.iterator]()) }],
  ['StringIterator', { prototype: getPrototypeOf(''[Symbol.iterator]()) }],
  ['MapIterator', { prototype: getPrototypeOf(new Map().entries()) }],
  ['SetIterator', { prototype: getPrototypeOf(new Set().values()) }],
]) {
  if (typeof object === 'function') {
    primordials[name] = object;
    copyStatics(object, name);
  }
  copyPrototype(object.prototype, `${name}Prototype`);
}
const asyncGenerator = getPrototypeOf((async function* () {}).prototype);
primordials.AsyncIteratorPrototype = getPrototypeOf(asyncGenerator);
primordials.AsyncFunction = (async () => {}).constructor;
primordials.GeneratorFunction = (function* () {}).constructor;
primordials.AsyncGeneratorFunction = (async function* () {}).constructor;

// The static functions that look at their receiver.
for (const name of ['resolve', 'reject', 'all', 'allSettled', 'any', 'race', 'withResolvers', 'try']) {
  if (Promise[name]) primordials[`Promise${suffixOf(name)}`] = Promise[name].bind(Promise);
}
for (const name of ['from', 'of', 'fromAsync']) {
  if (Array[name]) primordials[`Array${suffixOf(name)}`] = Array[name].bind(Array);
}

for (const name of [
  'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'isNaN', 'isFinite', 'parseInt', 'parseFloat',
]) {
  primordials[name] = globalThis[name];
}
primordials.globalThis = globalThis;
primordials.NumberParseFloat = parseFloat;
primordials.NumberParseInt = parseInt;

// The engine may not have these yet; the names must be the ones that programs will find on Symbol.
for (const name of ['dispose', 'asyncDispose']) {
  if (Symbol[name] === undefined) {
    defineProperty(Symbol, name, {
      __proto__: null, value: Symbol(`Symbol.${name}`), writable: false, enumerable: false, configurable: false,
    });
  }
  primordials[`Symbol${suffixOf(name)}`] = Symbol[name];
}

// Copies every own property of an iterable's methods onto a subclass with a null-prototype chain of
// its own, so that replaced methods of the public prototype have no effect on it.
function makeSafe(Unsafe, Safe) {
  const keys = ownKeys(Unsafe.prototype);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key === 'constructor') continue;
    defineProperty(Safe.prototype, key, { __proto__: null, ...getOwnPropertyDescriptor(Unsafe.prototype, key) });
  }
  setPrototypeOf(Safe.prototype, null);
  freeze(Safe.prototype);
  freeze(Safe);
  return Safe;
}
primordials.makeSafe = makeSafe;
primordials.SafeMap = makeSafe(Map, class SafeMap extends Map {
  constructor(entries) { super(entries); } // eslint-disable-line no-useless-constructor
});
primordials.SafeWeakMap = makeSafe(WeakMap, class SafeWeakMap extends WeakMap {
  constructor(entries) { super(entries); } // eslint-disable-line no-useless-constructor
});
primordials.SafeSet = makeSafe(Set, class SafeSet extends Set {
  constructor(values) { super(values); } // eslint-disable-line no-useless-constructor
});
primordials.SafeWeakSet = makeSafe(WeakSet, class SafeWeakSet extends WeakSet {
  constructor(values) { super(values); } // eslint-disable-line no-useless-constructor
});
primordials.SafeWeakRef = makeSafe(WeakRef, class SafeWeakRef extends WeakRef {
  constructor(target) { super(target); } // eslint-disable-line no-useless-constructor
});
primordials.SafeFinalizationRegistry = makeSafe(FinalizationRegistry, class SafeFinalizationRegistry extends FinalizationRegistry {
  constructor(cleanup) { super(cleanup); } // eslint-disable-line no-useless-constructor
});

// Array iteration that does not look up Array.prototype[Symbol.iterator].
const { ArrayIteratorPrototypeNext } = primordials;
const arrayValues = uncurryThis(Array.prototype.values);
primordials.SafeArrayIterator = class SafeArrayIterator {
  #inner;
  constructor(array) { this.#inner = arrayValues(array); }
  next() { return ArrayIteratorPrototypeNext(this.#inner); }
  [Symbol.iterator]() { return this; }
};
const { StringIteratorPrototypeNext, StringPrototypeSymbolIterator } = primordials;
primordials.SafeStringIterator = class SafeStringIterator {
  #inner;
  constructor(string) { this.#inner = StringPrototypeSymbolIterator(string); }
  next() { return StringIteratorPrototypeNext(this.#inner); }
  [Symbol.iterator]() { return this; }
};

const { then } = Promise.prototype;
// As many microtasks from one settlement to the other as Node takes.
primordials.SafePromisePrototypeFinally = (promise, onFinally) => {
  const inner = new Promise((resolve, reject) => call.call(then, promise, resolve, reject)).finally(onFinally);
  return new Promise((resolve, reject) => call.call(then, inner, resolve, reject));
};
