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
// Only the names that builtins use are captured: the engine makes its functions when they are first looked
// at, so that a walk over all of them would cost more than the rest of start-up. Not here: anything of Node's or the web's; those are modules.
'use strict';

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, freeze } = Object;
const { apply, ownKeys } = Reflect;

// A closure and not `call.bind(fn)`: the engine makes it in a fraction of the time and calls it ten times as
// fast. The table writes one out for each method.
function uncurryThis(fn) {
  return (self, ...args) => apply(fn, self, args);
}
primordials.uncurryThis = uncurryThis;

// The engine may not have these yet; the names must be the ones that programs will find on Symbol.
for (const name of ['dispose', 'asyncDispose']) {
  if (Symbol[name] !== undefined) continue;
  defineProperty(Symbol, name, {
    __proto__: null, value: Symbol(`Symbol.${name}`), writable: false, enumerable: false, configurable: false,
  });
}

// Intrinsics that have no global name.
const hidden = {
  __proto__: null,
  TypedArray: () => getPrototypeOf(Uint8Array),
  ArrayIterator: () => ({ prototype: getPrototypeOf([][Symbol.iterator]()) }),
  StringIterator: () => ({ prototype: getPrototypeOf(''[Symbol.iterator]()) }),
  MapIterator: () => ({ prototype: getPrototypeOf(new Map().entries()) }),
  SetIterator: () => ({ prototype: getPrototypeOf(new Set().values()) }),
  AsyncFunction: () => (async () => {}).constructor,
  GeneratorFunction: () => (function* () {}).constructor,
  AsyncGeneratorFunction: () => (async function* () {}).constructor,
};

// One half of an accessor, uncurried; undefined where the engine has none.
function getter(prototype, key, half) {
  const accessor = getOwnPropertyDescriptor(prototype, key)?.[half];
  return accessor === undefined ? undefined : uncurryThis(accessor);
}

// The captures themselves are written by src/primordial_names.rs.
primordials.getter = getter;
primordials.hidden = hidden;
require('internal/primordials_table');
const asyncGenerator = getPrototypeOf((async function* () {}).prototype);
primordials.AsyncIteratorPrototype = getPrototypeOf(asyncGenerator);

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
primordials.SafeMap = makeSafe(Map, class SafeMap extends Map {
  constructor(entries) { super(entries); } // eslint-disable-line no-useless-constructor
});
primordials.SafeWeakMap = makeSafe(WeakMap, class SafeWeakMap extends WeakMap {
  constructor(entries) { super(entries); } // eslint-disable-line no-useless-constructor
});
primordials.SafeSet = makeSafe(Set, class SafeSet extends Set {
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
const { then, finally: lastly } = Promise.prototype;
// As many microtasks from one settlement to the other as Node takes.
primordials.SafePromisePrototypeFinally = (promise, onFinally) => {
  const outer = new Promise((resolve, reject) => apply(then, promise, [resolve, reject]));
  const inner = apply(lastly, outer, [onFinally]);
  return new Promise((resolve, reject) => apply(then, inner, [resolve, reject]));
};
