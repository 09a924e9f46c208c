// Which builtin class a value belongs to, whatever its prototype says.
//
// The engine's one answer is `cellType`: an opaque number per class. One sample of every class
// teaches this module the numbers at first use. A class whose number is shared with
// another one is told apart by a captured method that only accepts the right class.
// Module namespaces are proxies made by our own loader, which knows them.
'use strict';

const {
  ArrayBuffer,
  ArrayBufferPrototypeGetByteLength,
  BigInt64Array,
  BigIntPrototypeValueOf,
  BigUint64Array,
  BooleanPrototypeValueOf,
  DataView,
  Date,
  Error,
  Float16Array,
  Float32Array,
  Float64Array,
  Function,
  FunctionPrototypeToString,
  Int16Array,
  Int32Array,
  Int8Array,
  Map,
  MapPrototypeEntries,
  NumberPrototypeValueOf,
  Object,
  ObjectGetPrototypeOf,
  Promise,
  Proxy,
  RegExp,
  RegExpPrototypeExec,
  Set,
  SetPrototypeValues,
  StringPrototypeValueOf,
  Symbol,
  SymbolPrototypeValueOf,
  Uint16Array,
  Uint32Array,
  Uint8Array,
  Uint8ClampedArray,
  WeakMap,
  WeakSet,
  globalThis,
} = primordials;
const { cellType } = internalBinding('util');
const { isLoaded } = internalBinding('builtins');
const { isArrayBufferView, isTypedArray, isUint8Array, typedArrayTest } = require('internal/util/views');

/** The classes `brandOf` tells apart. */
const Brand = {
  __proto__: null,
  OTHER: 0,
  PROXY: 1,
  PROMISE: 2,
  MAP: 3,
  SET: 4,
  WEAK_MAP: 5,
  WEAK_SET: 6,
  MAP_ITERATOR: 7,
  SET_ITERATOR: 8,
  DATE: 9,
  REGEXP: 10,
  ERROR: 11,
  ARGUMENTS: 12,
  GENERATOR: 13,
  ARRAY_BUFFER: 14,
  DATA_VIEW: 15,
  TYPED_ARRAY: 16,
  NUMBER: 17,
  STRING: 18,
  BOOLEAN: 19,
  SYMBOL: 20,
  BIGINT: 21,
};
const SHARED = -1;

const generatorFunctionPrototype = ObjectGetPrototypeOf(function* () {});
const asyncFunctionPrototype = ObjectGetPrototypeOf(async () => {});
const asyncGeneratorFunctionPrototype = ObjectGetPrototypeOf(async function* () {});
const functionPrototype = Function.prototype;

let brandByCellType;

function learn() {
  brandByCellType = [];
  const teach = (brand, sample) => {
    const type = cellType(sample);
    const known = brandByCellType[type];
    brandByCellType[type] = known === undefined || known === brand ? brand : SHARED;
  };
  teach(Brand.OTHER, {});
  teach(Brand.OTHER, []);
  teach(Brand.PROXY, new Proxy({}, {}));
  teach(Brand.PROXY, new Proxy(function() {}, {}));
  teach(Brand.PROMISE, new Promise(() => {}));
  const map = new Map();
  teach(Brand.MAP, map);
  teach(Brand.MAP_ITERATOR, MapPrototypeEntries(map));
  const set = new Set();
  teach(Brand.SET, set);
  teach(Brand.SET_ITERATOR, SetPrototypeValues(set));
  teach(Brand.WEAK_MAP, new WeakMap());
  teach(Brand.WEAK_SET, new WeakSet());
  teach(Brand.DATE, new Date(0));
  teach(Brand.REGEXP, new RegExp(''));
  teach(Brand.ERROR, new Error());
  // Three kinds of arguments object exist: strict, sloppy, and sloppy with a captured parameter.
  teach(Brand.ARGUMENTS, (function() { return arguments; })(1));
  teach(Brand.ARGUMENTS, Function('a', 'return arguments')(1));
  teach(Brand.ARGUMENTS, Function('a', 'return [arguments, () => a][0]')(1));
  teach(Brand.GENERATOR, (function* () {})());
  teach(Brand.GENERATOR, (async function* () {})());
  const buffer = new ArrayBuffer(0);
  teach(Brand.ARRAY_BUFFER, buffer);
  if (typeof globalThis.SharedArrayBuffer === 'function') {
    teach(Brand.ARRAY_BUFFER, new primordials.SharedArrayBuffer(0));
  }
  teach(Brand.DATA_VIEW, new DataView(buffer));
  for (let i = 0; i < typedArrays.length; i++) {
    if (typedArrays[i] !== undefined) teach(Brand.TYPED_ARRAY, new typedArrays[i](0));
  }
  teach(Brand.NUMBER, Object(0));
  teach(Brand.STRING, Object(''));
  // With a constructor: the engine's own would spread its arguments through Array.prototype[Symbol.iterator].
  teach(Brand.STRING, new (class extends primordials.String { constructor() { super(); } })());
  teach(Brand.BOOLEAN, Object(false));
  teach(Brand.SYMBOL, Object(Symbol()));
  teach(Brand.BIGINT, Object(0n));
}

const typedArrays = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float16Array, Float32Array,
  Float64Array, BigInt64Array, BigUint64Array,
];

/** The brand of an object or function. */
function brandOf(value) {
  if (brandByCellType === undefined) learn();
  const brand = brandByCellType[cellType(value)];
  if (brand === SHARED) return boxedBrand(value);
  return brand === undefined ? Brand.OTHER : brand;
}

const boxedChecks = [
  [Brand.NUMBER, NumberPrototypeValueOf],
  [Brand.STRING, StringPrototypeValueOf],
  [Brand.BOOLEAN, BooleanPrototypeValueOf],
  [Brand.SYMBOL, SymbolPrototypeValueOf],
  [Brand.BIGINT, BigIntPrototypeValueOf],
];

function boxedBrand(value) {
  for (let i = 0; i < boxedChecks.length; i++) {
    try {
      boxedChecks[i][1](value);
      return boxedChecks[i][0];
    } catch {
      // Not this class: the method refuses other receivers.
    }
  }
  return Brand.OTHER;
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

function brandTest(brand) {
  return (value) => isObject(value) && brandOf(value) === brand;
}

function isProxy(value) {
  return (isObject(value) || typeof value === 'function') && brandOf(value) === Brand.PROXY && !isHostProxy(value);
}

// Proxies of our own, in the place of objects that are no proxies in Node.
function isHostProxy(value) {
  return require('internal/process/env').isEnvironment(value) || isModuleNamespaceObject(value);
}

function isArrayBuffer(value) {
  if (!isObject(value) || brandOf(value) !== Brand.ARRAY_BUFFER) return false;
  try {
    ArrayBufferPrototypeGetByteLength(value);
    return true;
  } catch {
    return false;
  }
}

const isAnyArrayBuffer = brandTest(Brand.ARRAY_BUFFER);

function isSharedArrayBuffer(value) {
  return isAnyArrayBuffer(value) && !isArrayBuffer(value);
}

function isBoxedPrimitive(value) {
  return isObject(value) && brandOf(value) >= Brand.NUMBER;
}

// A function is usually recognised by its prototype. One whose prototype was replaced is
// recognised by its source text: `async` and `*` come before the parameter list.
const asyncSource = /^\s*(?:static\s+)?async(?:\s+|\/\*.*?\*\/)*(?:function\b|\*|\(|[^\s(=])/;
const asyncMethodNamedAsync = /^async\s*\([^)]*\)\s*\{/;
const generatorSource = /^\s*(?:static\s+)?(?:async\s+)?(?:function\s*\*|\*)/;

function isAsyncFunction(value) {
  if (typeof value !== 'function') return false;
  const prototype = ordinaryPrototype(value);
  if (prototype === asyncFunctionPrototype || prototype === asyncGeneratorFunctionPrototype) return true;
  if (prototype === functionPrototype) return false;
  const source = functionSource(value);
  return RegExpPrototypeExec(asyncSource, source) !== null && RegExpPrototypeExec(asyncMethodNamedAsync, source) === null;
}

function isGeneratorFunction(value) {
  if (typeof value !== 'function') return false;
  const prototype = ordinaryPrototype(value);
  if (prototype === generatorFunctionPrototype || prototype === asyncGeneratorFunctionPrototype) return true;
  if (prototype === functionPrototype) return false;
  return RegExpPrototypeExec(generatorSource, functionSource(value)) !== null;
}

// Never runs a proxy's trap.
function ordinaryPrototype(value) {
  return brandOf(value) === Brand.PROXY ? functionPrototype : ObjectGetPrototypeOf(value);
}

function functionSource(value) {
  try {
    return FunctionPrototypeToString(value);
  } catch {
    return '';
  }
}

function isModuleNamespaceObject(value) {
  return isObject(value) && brandOf(value) === Brand.PROXY &&
    require('internal/modules/namespace').isModuleNamespace(value);
}

// Only addons make externals.
function isExternal(value) {
  return isLoaded('internal/addons/operations') && internalBinding('addons').external(value) !== undefined;
}

// A key can only be there once the classes of keys are.
function isKeyObject(value) {
  return isLoaded('internal/crypto/keys') && require('internal/crypto/keys').isKeyObject(value);
}

function isCryptoKey(value) {
  return isLoaded('web/crypto/crypto_key') && require('web/crypto/crypto_key').isCryptoKey(value);
}

module.exports = {
  isArgumentsObject: brandTest(Brand.ARGUMENTS),
  isArrayBuffer,
  isAsyncFunction,
  isBigIntObject: brandTest(Brand.BIGINT),
  isBooleanObject: brandTest(Brand.BOOLEAN),
  isDate: brandTest(Brand.DATE),
  isExternal,
  isGeneratorFunction,
  isGeneratorObject: brandTest(Brand.GENERATOR),
  isMap: brandTest(Brand.MAP),
  isMapIterator: brandTest(Brand.MAP_ITERATOR),
  isModuleNamespaceObject,
  isNativeError: brandTest(Brand.ERROR),
  isNumberObject: brandTest(Brand.NUMBER),
  isPromise: brandTest(Brand.PROMISE),
  isProxy,
  isRegExp: brandTest(Brand.REGEXP),
  isSet: brandTest(Brand.SET),
  isSetIterator: brandTest(Brand.SET_ITERATOR),
  isSharedArrayBuffer,
  isStringObject: brandTest(Brand.STRING),
  isSymbolObject: brandTest(Brand.SYMBOL),
  isWeakMap: brandTest(Brand.WEAK_MAP),
  isWeakSet: brandTest(Brand.WEAK_SET),
  isAnyArrayBuffer,
  isBoxedPrimitive,
  isArrayBufferView,
  isDataView: function isDataView(value) { return isObject(value) && brandOf(value) === Brand.DATA_VIEW; },
  isTypedArray,
  isUint8Array,
  isUint8ClampedArray: typedArrayTest('Uint8ClampedArray'),
  isUint16Array: typedArrayTest('Uint16Array'),
  isUint32Array: typedArrayTest('Uint32Array'),
  isInt8Array: typedArrayTest('Int8Array'),
  isInt16Array: typedArrayTest('Int16Array'),
  isInt32Array: typedArrayTest('Int32Array'),
  isFloat16Array: typedArrayTest('Float16Array'),
  isFloat32Array: typedArrayTest('Float32Array'),
  isFloat64Array: typedArrayTest('Float64Array'),
  isBigInt64Array: typedArrayTest('BigInt64Array'),
  isBigUint64Array: typedArrayTest('BigUint64Array'),
  isKeyObject,
  isCryptoKey,
  // Not part of `util.types`:
  Brand,
  brandOf,
};
