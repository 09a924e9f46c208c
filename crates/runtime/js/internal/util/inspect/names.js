// What an object is called: the constructor found along its prototypes, the tag, and the
// prefix made of both ("Foo(2) [Tag] ").
//
// Asks with property descriptors, so that no getter of the program's runs.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypePop,
  Object,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectPrototype,
  ObjectPrototypeHasOwnProperty,
  ObjectPrototypePropertyIsEnumerable,
  ReflectOwnKeys,
  SafeSet,
  String,
  StringPrototypeEndsWith,
  StringPrototypeSlice,
  SymbolToStringTag,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { Brand, brandOf, isArrayBuffer } = require('internal/util/types');

// How many prototypes `showHidden` looks at for properties.
const MAX_PROTOTYPES = 3;

// The constructors of the language: their prototypes' properties are never listed, their toString never asked.
const builtinNames = new SafeSet([
  'AggregateError', 'Array', 'ArrayBuffer', 'AsyncDisposableStack', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'Boolean',
  'DataView', 'Date', 'DisposableStack', 'Error', 'EvalError', 'FinalizationRegistry', 'Float16Array', 'Float32Array',
  'Float64Array', 'Function', 'Int16Array', 'Int32Array', 'Int8Array', 'Iterator', 'Map', 'Number', 'Object',
  'Promise', 'Proxy', 'RangeError', 'ReferenceError', 'RegExp', 'Set', 'String', 'SuppressedError', 'Symbol', 'SyntaxError',
  'TypeError', 'URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet',
]);

function isBuiltinName(name) {
  return builtinNames.has(name);
}

/**
 * The name of the nearest constructor the value is an instance of; null for a null prototype. A value that has
 * prototypes but no constructor is called by its class and the first prototype. `hidden` collects
 * the prototypes' properties when they are wanted.
 */
function constructorName(ctx, value, depth, hidden) {
  // The commonest case.
  if (hidden === undefined && ObjectGetPrototypeOf(value) === ObjectPrototype && ObjectPrototype.constructor === Object &&
      !ObjectPrototypeHasOwnProperty(value, 'constructor')) return 'Object';
  let first;
  for (let holder = value; holder !== null; holder = ObjectGetPrototypeOf(holder), first ??= { prototype: holder }) {
    const descriptor = ObjectGetOwnPropertyDescriptor(holder, 'constructor');
    if (descriptor === undefined || typeof descriptor.value !== 'function') continue;
    const constructor = descriptor.value;
    if (constructor.name === '' || !isInstance(value, constructor)) continue;
    const name = String(constructor.name);
    if (hidden !== undefined && (first === undefined || first.prototype !== holder || !isBuiltinName(name))) {
      collectPrototypeProperties(ctx, value, first === undefined ? value : first.prototype, depth, hidden);
    }
    return name;
  }
  const prototype = first.prototype;
  if (prototype === null) return null;
  const own = className(value);
  if (depth > ctx.depth && ctx.depth !== null) return `${own} <Complex prototype>`;
  const parent = constructorName(ctx, prototype, depth + 1, hidden);
  if (parent !== null) return `${own} <${parent}>`;
  return `${own} <${ctx.inspect(prototype, { ...ctx.optionsFor(false), customInspect: false, depth: -1 })}>`;
}

function isInstance(value, constructor) {
  try {
    return value instanceof constructor;
  } catch {
    return false;
  }
}

const classNames = {
  __proto__: null,
  [Brand.PROMISE]: 'Promise',
  [Brand.MAP]: 'Map',
  [Brand.SET]: 'Set',
  [Brand.WEAK_MAP]: 'WeakMap',
  [Brand.WEAK_SET]: 'WeakSet',
  [Brand.MAP_ITERATOR]: 'MapIterator',
  [Brand.SET_ITERATOR]: 'SetIterator',
  [Brand.DATE]: 'Date',
  [Brand.REGEXP]: 'RegExp',
  [Brand.ERROR]: 'Error',
  [Brand.DATA_VIEW]: 'DataView',
  [Brand.NUMBER]: 'Number',
  [Brand.STRING]: 'String',
  [Brand.BOOLEAN]: 'Boolean',
  [Brand.SYMBOL]: 'Symbol',
  [Brand.BIGINT]: 'BigInt',
};

/** The builtin class of a value whose prototypes name no constructor. */
function className(value) {
  if (typeof value === 'function') return 'Function';
  if (ArrayIsArray(value)) return 'Array';
  const brand = brandOf(value);
  if (brand === Brand.TYPED_ARRAY) return TypedArrayPrototypeGetSymbolToStringTag(value);
  if (brand === Brand.ARRAY_BUFFER) return isArrayBuffer(value) ? 'ArrayBuffer' : 'SharedArrayBuffer';
  return classNames[brand] ?? tagInData(value) ?? 'Object';
}

// A tag that is a plain string somewhere along the prototypes; getters are not asked.
function tagInData(value) {
  for (let holder = value; holder !== null; holder = ObjectGetPrototypeOf(holder)) {
    const descriptor = ObjectGetOwnPropertyDescriptor(holder, SymbolToStringTag);
    if (descriptor !== undefined) return typeof descriptor.value === 'string' && descriptor.value !== '' ? descriptor.value : undefined;
  }
  return undefined;
}

// Formats what the prototypes add, up to the first builtin one, leaving out methods and shadowed keys.
function collectPrototypeProperties(ctx, value, holder, depth, hidden) {
  const { formatProperty } = require('internal/util/inspect/properties');
  const shadowed = new SafeSet();
  for (let level = 0; level < MAX_PROTOTYPES; level++) {
    if (level !== 0 || value === holder) {
      holder = ObjectGetPrototypeOf(holder);
      if (holder === null) break;
      const descriptor = ObjectGetOwnPropertyDescriptor(holder, 'constructor');
      if (descriptor !== undefined && typeof descriptor.value === 'function' && isBuiltinName(descriptor.value.name)) break;
    }
    const keys = ReflectOwnKeys(holder);
    ctx.seen[ctx.seen.length] = value;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key === 'constructor' || ObjectPrototypeHasOwnProperty(value, key) || shadowed.has(key)) continue;
      const descriptor = ObjectGetOwnPropertyDescriptor(holder, key);
      if (typeof descriptor.value === 'function') continue;
      const entry = formatProperty(ctx, holder, depth, key, undefined, descriptor, value);
      hidden[hidden.length] = ctx.colors ? `\u001b[2m${entry}\u001b[22m` : entry;
    }
    ArrayPrototypePop(ctx.seen);
    for (let i = 0; i < keys.length; i++) shadowed.add(keys[i]);
  }
}

/** The value's Symbol.toStringTag where it says something: inherited or hidden, a string, not empty. */
function tagOf(ctx, value) {
  let tag;
  try {
    tag = value[SymbolToStringTag];
  } catch {
    return '';
  }
  if (typeof tag !== 'string' || tag === '') return '';
  // An own one is printed among the properties.
  const isShown = ctx.showHidden ? ObjectPrototypeHasOwnProperty : ObjectPrototypePropertyIsEnumerable;
  return isShown(value, SymbolToStringTag) ? '' : tag;
}

/** What stands before the brace: "Foo ", "Foo(2) [Tag] ", "[Map(0): null prototype] ". */
function prefixOf(name, tag, fallback, size = '') {
  if (name === null) {
    return tag !== '' && fallback !== tag ?
      `[${fallback}${size}: null prototype] [${tag}] ` : `[${fallback}${size}: null prototype] `;
  }
  if (tag === '' || name === tag) return `${name}${size} `;
  // "Intl.NumberFormat" says all that "NumberFormat" does.
  if (tag.length > name.length + 1 && StringPrototypeEndsWith(tag, `.${name}`)) return `${tag}${size} `;
  return `${name}${size} [${tag}] `;
}

/** The prefix of an object that is of no class of its own. */
function plainPrefixOf(value, name, tag) {
  return prefixOf(name, tag, name === null && tag === '' ? className(value) : 'Object');
}

/** What stands for an object that is too deep to be shown: "[Foo]", "[Map: null prototype]". */
function outlineOf(value, name, tag) {
  if (name !== null) return `[${StringPrototypeSlice(prefixOf(name, tag, ''), 0, -1)}]`;
  const class_ = className(value);
  return StringPrototypeSlice(prefixOf(null, tag, class_ === tag ? 'Object' : class_), 0, -1);
}

module.exports = { constructorName, isBuiltinName, tagOf, prefixOf, plainPrefixOf, outlineOf };
