// The intrinsics as they were before any program ran, and here those of them that are more than one function.
//
// Builtins call primordials instead of `array.push(x)` wherever a program could have replaced the prototype's
// method. The names follow one scheme:
//
//   Math.max              -> MathMax                 a static function, bound to its owner's name
//   Array.prototype.push  -> ArrayPrototypePush      uncurried: the receiver is the first argument
//   get Map.prototype.size-> MapPrototypeGetSize     accessors, uncurried
//   Symbol.iterator       -> SymbolIterator          well-known symbols
//   Map                   -> Map, SafeMap            the constructor; a subclass no program can reach
//
// src/primordial_names.rs writes the code that makes all but the last line's; this file makes the safe classes, of
// `originals`: the same names, not uncurried. It runs when a builtin first uses one, which may be long after a program
// has begun, so it looks at nothing else. Not here: anything of Node's or the web's; those are modules.
'use strict';

const { originals } = primordials;
const {
  ArrayIsArray, ArrayIteratorPrototypeNext, ArrayPrototypeValues,
  Map, MapPrototypeClear, MapPrototypeDelete, MapPrototypeEntries, MapPrototypeForEach,
  MapPrototypeGet, MapPrototypeGetSize, MapPrototypeHas, MapPrototypeKeys, MapPrototypeSet, MapPrototypeValues,
  ObjectDefineProperty, ObjectFreeze, ObjectGetPrototypeOf, ObjectSetPrototypeOf, Promise, PromisePrototypeFinally,
  PromisePrototypeThen, ReflectApply, Set, SetPrototypeAdd, SetPrototypeClear, SetPrototypeDelete, SetPrototypeEntries,
  SetPrototypeForEach, SetPrototypeGetSize, SetPrototypeHas, SetPrototypeValues, SymbolIterator, SymbolToStringTag, WeakMap,
  WeakMapPrototypeDelete, WeakMapPrototypeGet, WeakMapPrototypeHas, WeakMapPrototypeSet, WeakRef, WeakRefPrototypeDeref,
} = originals;

// For a function that is only known at run time; the others are written out, one literal for each.
primordials.uncurryThis = (fn) => (self, ...args) => ReflectApply(fn, self, args);

primordials.AsyncIteratorPrototype = ObjectGetPrototypeOf(ObjectGetPrototypeOf((async function* () {}).prototype));

// Gives a subclass the original methods and nothing to inherit.
function makeSafe(Safe, tag, methods, size, iterate) {
  const { prototype } = Safe;
  const define = (key, value) => {
    ObjectDefineProperty(prototype, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  };
  for (const name in methods) define(name, methods[name]);
  if (iterate !== undefined) define(SymbolIterator, iterate);
  if (size !== undefined) {
    ObjectDefineProperty(prototype, 'size', { __proto__: null, get: size, enumerable: false, configurable: true });
  }
  ObjectDefineProperty(prototype, SymbolToStringTag, {
    __proto__: null, value: tag, writable: false, enumerable: false, configurable: true,
  });
  ObjectSetPrototypeOf(prototype, null);
  ObjectFreeze(prototype);
  return ObjectFreeze(Safe);
}

// Builtins are given arrays of entries and values, and are loaded after a program may have replaced what iterates them.
primordials.SafeMap = makeSafe(class SafeMap extends Map {
  constructor(entries) {
    if (!ArrayIsArray(entries)) {
      super(entries);
      return;
    }
    super();
    for (let i = 0; i < entries.length; i++) ReflectApply(MapPrototypeSet, this, entries[i]);
  }
}, 'Map', {
  __proto__: null, clear: MapPrototypeClear, delete: MapPrototypeDelete, entries: MapPrototypeEntries, forEach: MapPrototypeForEach,
  get: MapPrototypeGet, has: MapPrototypeHas, keys: MapPrototypeKeys, set: MapPrototypeSet, values: MapPrototypeValues,
}, MapPrototypeGetSize, MapPrototypeEntries);

primordials.SafeSet = makeSafe(class SafeSet extends Set {
  constructor(values) {
    if (!ArrayIsArray(values)) {
      super(values);
      return;
    }
    super();
    for (let i = 0; i < values.length; i++) ReflectApply(SetPrototypeAdd, this, [values[i]]);
  }
}, 'Set', {
  __proto__: null, add: SetPrototypeAdd, clear: SetPrototypeClear, delete: SetPrototypeDelete, entries: SetPrototypeEntries,
  forEach: SetPrototypeForEach, has: SetPrototypeHas, keys: SetPrototypeValues, values: SetPrototypeValues,
}, SetPrototypeGetSize, SetPrototypeValues);

primordials.SafeWeakMap = makeSafe(class SafeWeakMap extends WeakMap {
  constructor(entries) { super(entries); } // eslint-disable-line no-useless-constructor
}, 'WeakMap', {
  __proto__: null, delete: WeakMapPrototypeDelete, get: WeakMapPrototypeGet, has: WeakMapPrototypeHas, set: WeakMapPrototypeSet,
});

primordials.SafeWeakRef = makeSafe(class SafeWeakRef extends WeakRef {
  constructor(target) { super(target); } // eslint-disable-line no-useless-constructor
}, 'WeakRef', { __proto__: null, deref: WeakRefPrototypeDeref });

// Array iteration that does not look up Array.prototype[Symbol.iterator].
primordials.SafeArrayIterator = class SafeArrayIterator {
  #inner;
  constructor(array) { this.#inner = ReflectApply(ArrayPrototypeValues, array, []); }
  next() { return ReflectApply(ArrayIteratorPrototypeNext, this.#inner, []); }
  [SymbolIterator]() { return this; }
};

// A promise that is fulfilled and no program's. What `then` looks at is its own, so that calling it by its name, which queues one
// job, is the engine's function called straight.
const settled = new Promise((resolve) => resolve());
ObjectDefineProperty(settled, 'then', { __proto__: null, value: PromisePrototypeThen });
ObjectDefineProperty(settled, 'constructor', { __proto__: null, value: undefined });
primordials.SafeSettledPromise = settled;

// As many microtasks from one settlement to the other as Node takes.
primordials.SafePromisePrototypeFinally = (promise, onFinally) => {
  const outer = new Promise((resolve, reject) => ReflectApply(PromisePrototypeThen, promise, [resolve, reject]));
  const inner = ReflectApply(PromisePrototypeFinally, outer, [onFinally]);
  return new Promise((resolve, reject) => ReflectApply(PromisePrototypeThen, inner, [resolve, reject]));
};
