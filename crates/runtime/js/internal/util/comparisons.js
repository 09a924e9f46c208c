// Deep equality, in three modes.
//
//   LOOSE    primitives by ==; prototypes and symbol keys do not matter
//   STRICT   primitives by Object.is; prototypes, symbol keys and holes matter
//   PARTIAL  strict, but the first value may have more than the second: keys, elements, entries
//
// Both values are walked together. A pair of objects that is under comparison already is taken as equal: if it is
// not, the comparison fails elsewhere.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeFilter,
  ArrayPrototypePush,
  ArrayPrototypeSplice,
  BigIntPrototypeValueOf,
  BooleanPrototypeValueOf,
  DatePrototypeGetTime,
  FunctionPrototypeCall,
  MapPrototypeForEach,
  MapPrototypeGet,
  MapPrototypeGetSize,
  MapPrototypeHas,
  NumberPrototypeValueOf,
  ObjectGetOwnPropertySymbols,
  ObjectGetPrototypeOf,
  ObjectIs,
  ObjectKeys,
  ObjectPrototypeHasOwnProperty,
  ObjectPrototypePropertyIsEnumerable,
  ObjectPrototypeToString,
  RegExpPrototypeGetFlags,
  RegExpPrototypeGetSource,
  SafeMap,
  SetPrototypeForEach,
  SetPrototypeGetSize,
  SetPrototypeHas,
  StringPrototypeValueOf,
  SymbolPrototypeValueOf,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
  Uint8Array,
} = primordials;
const { Brand, brandOf, isArrayBuffer } = require('internal/util/types');
const { nonIndexKeysOf } = require('internal/util/inspect/properties');
const { bytesOfArray, bytesOfDataView } = require('internal/util/view_bytes');

const Mode = { __proto__: null, LOOSE: 0, STRICT: 1, PARTIAL: 2 };

function isDeepEqual(a, b) {
  return new Comparison(Mode.LOOSE).equal(a, b);
}

/** With `skipPrototype` the prototypes do not matter. */
function isDeepStrictEqual(a, b, skipPrototype) {
  const comparison = new Comparison(Mode.STRICT);
  comparison.skipsPrototypes = skipPrototype === true;
  return comparison.equal(a, b);
}

/** Whether `a` has everything that `b` has. */
function isPartialStrictEqual(a, b) {
  return new Comparison(Mode.PARTIAL).equal(a, b);
}

class Comparison {
  constructor(mode) {
    this.mode = mode;
    this.skipsPrototypes = false;
    // The objects under comparison, by how deep they are.
    this.depthsA = new SafeMap();
    this.depthsB = new SafeMap();
    this.depth = 0;
  }

  equal(a, b) {
    if (a === b) return a !== 0 || this.mode === Mode.LOOSE || ObjectIs(a, b);
    const isObjectA = typeof a === 'object' && a !== null;
    const isObjectB = typeof b === 'object' && b !== null;
    if (!isObjectA || !isObjectB) {
      if (isObjectA || isObjectB) return false;
      if (a !== a && b !== b) return true;
      // eslint-disable-next-line eqeqeq
      return this.mode === Mode.LOOSE && a == b;
    }
    if (this.mode === Mode.STRICT && !this.skipsPrototypes && !sameClass(a, b)) return false;
    if (ObjectPrototypeToString(a) !== ObjectPrototypeToString(b)) return false;
    if (ArrayIsArray(a) !== ArrayIsArray(b)) return false;
    return ArrayIsArray(a) ? this.arrays(a, b) : this.objects(a, b);
  }

  objects(a, b) {
    const brand = brandOf(a);
    const otherBrand = brandOf(b);
    if (brand !== otherBrand && brand !== Brand.PROXY && otherBrand !== Brand.PROXY) return false;
    switch (brand) {
      case Brand.MAP:
        return this.fits(MapPrototypeGetSize(a), MapPrototypeGetSize(b)) && this.entries(a, b, this.maps);
      case Brand.SET:
        return this.fits(SetPrototypeGetSize(a), SetPrototypeGetSize(b)) && this.entries(a, b, this.sets);
      case Brand.TYPED_ARRAY:
        return this.typedArrays(a, b) && this.keyed(a, b, this.namedKeys(a), this.namedKeys(b));
      case Brand.DATE:
        if (!ObjectIs(DatePrototypeGetTime(a), DatePrototypeGetTime(b))) return false;
        break;
      case Brand.REGEXP:
        if (!sameRegExps(a, b)) return false;
        break;
      case Brand.ERROR:
        if (!this.errors(a, b)) return false;
        break;
      case Brand.DATA_VIEW:
        if (!this.bytes(bytesOfDataView(a), bytesOfDataView(b))) return false;
        break;
      case Brand.ARRAY_BUFFER:
        if (isArrayBuffer(a) !== isArrayBuffer(b) || !this.bytes(new Uint8Array(a), new Uint8Array(b))) return false;
        break;
      case Brand.PROMISE:
      case Brand.WEAK_MAP:
      case Brand.WEAK_SET:
        // What they hold cannot be seen: only identity tells.
        return false;
      default:
        if (boxes[brand] !== undefined && !ObjectIs(boxes[brand](a), boxes[brand](b))) return false;
        if (!sameURLs(a, b)) return false;
    }
    return this.keyed(a, b, ObjectKeys(a), ObjectKeys(b));
  }

  // Whether a collection of size `a` may be one of size `b`.
  fits(a, b) {
    return this.mode === Mode.PARTIAL ? a >= b : a === b;
  }

  namedKeys(list) {
    return ArrayPrototypeFilter(nonIndexKeysOf(list, false), (key) => typeof key === 'string');
  }

  arrays(a, b) {
    if (!this.fits(a.length, b.length)) return false;
    const compare = this.mode === Mode.PARTIAL ? this.subsequence : this.elements;
    return this.keyed(a, b, this.namedKeys(a), this.namedKeys(b), compare);
  }

  elements(a, b) {
    for (let i = 0; i < a.length; i++) {
      // What is the same and not undefined is no hole on either side.
      const value = a[i];
      if (value === b[i] && value !== undefined && (value !== 0 || ObjectIs(value, b[i]))) continue;
      if (!ObjectPrototypeHasOwnProperty(a, i)) return this.sparseElements(a, b);
      if (!ObjectPrototypeHasOwnProperty(b, i) || !this.equal(a[i], b[i])) return false;
    }
    return true;
  }

  // By keys: a hole is not an undefined, and an array may be nearly all holes.
  sparseElements(a, b) {
    const keysA = ObjectKeys(a);
    const keysB = ObjectKeys(b);
    if (keysA.length !== keysB.length) return false;
    for (let i = 0; i < keysA.length; i++) {
      if (keysA[i] !== keysB[i] || !this.equal(a[keysA[i]], b[keysA[i]])) return false;
    }
    return true;
  }

  // Every element of `b` occurs in `a`, in the same order.
  subsequence(a, b) {
    const placesA = this.indices(a);
    const placesB = this.indices(b);
    let at = 0;
    for (let i = 0; i < placesB.length; i++) {
      while (at < placesA.length && !this.equal(a[placesA[at]], b[placesB[i]])) at++;
      if (at === placesA.length) return false;
      at++;
    }
    return true;
  }

  // Where an array has something: it may be nearly all holes. The indices come before all other keys.
  indices(list) {
    const keys = ObjectKeys(list);
    keys.length -= this.namedKeys(list).length;
    return keys;
  }

  typedArrays(a, b) {
    if (!this.fits(TypedArrayPrototypeGetLength(a), TypedArrayPrototypeGetLength(b))) return false;
    const tag = TypedArrayPrototypeGetSymbolToStringTag(a);
    if (tag !== TypedArrayPrototypeGetSymbolToStringTag(b)) return false;
    if (this.mode === Mode.PARTIAL) return isSubsequence(a, b);
    if (this.mode === Mode.LOOSE && (tag === 'Float16Array' || tag === 'Float32Array' || tag === 'Float64Array')) {
      for (let i = 0; i < TypedArrayPrototypeGetLength(a); i++) {
        if (a[i] !== b[i]) return false;
      }
      return true;
    }
    return this.bytes(bytesOfArray(a), bytesOfArray(b));
  }

  bytes(a, b) {
    if (!this.fits(a.length, b.length)) return false;
    if (this.mode === Mode.PARTIAL) return isSubsequence(a, b);
    for (let i = 0; i < a.length; i++) {
      if (a[i] !== b[i]) return false;
    }
    return true;
  }

  // Name and message count even where they are inherited or hidden, cause and errors where they are there.
  errors(a, b) {
    if (!this.equal(a.message, b.message) || !this.equal(a.name, b.name)) return false;
    return this.hidden(a, b, 'cause') && this.hidden(a, b, 'errors');
  }

  hidden(a, b, key) {
    const hasA = ObjectPrototypeHasOwnProperty(a, key);
    const hasB = ObjectPrototypeHasOwnProperty(b, key);
    if (this.mode === Mode.PARTIAL ? !hasB || b[key] === undefined : !hasA && !hasB) return true;
    return hasA && hasB && this.nested(a, b, () => this.equal(a[key], b[key]));
  }

  entries(a, b, compare) {
    return this.keyed(a, b, ObjectKeys(a), ObjectKeys(b), compare);
  }

  // The named properties, and what `compare` looks at besides.
  keyed(a, b, keysA, keysB, compare) {
    if (!this.fits(keysA.length, keysB.length)) return false;
    for (let i = 0; i < keysB.length; i++) {
      if (!ObjectPrototypePropertyIsEnumerable(a, keysB[i])) return false;
    }
    if (this.mode !== Mode.LOOSE) {
      const symbolsA = enumerableSymbols(a);
      const symbolsB = enumerableSymbols(b);
      if (!this.fits(symbolsA.length, symbolsB.length)) return false;
      for (let i = 0; i < symbolsB.length; i++) {
        if (!ObjectPrototypePropertyIsEnumerable(a, symbolsB[i])) return false;
        ArrayPrototypePush(keysB, symbolsB[i]);
      }
    }
    if (keysB.length === 0 && compare === undefined) return true;
    return this.nested(a, b, () => {
      if (compare !== undefined && !FunctionPrototypeCall(compare, this, a, b)) return false;
      for (let i = 0; i < keysB.length; i++) {
        if (!this.equal(a[keysB[i]], b[keysB[i]])) return false;
      }
      return true;
    });
  }

  // One level down. Cycles are equal if they lead back equally far.
  nested(a, b, compare) {
    const depthA = this.depthsA.get(a);
    const depthB = this.depthsB.get(b);
    if (depthA !== undefined || depthB !== undefined) return depthA === depthB;
    const depth = ++this.depth;
    this.depthsA.set(a, depth);
    this.depthsB.set(b, depth);
    const result = compare();
    this.depthsA.delete(a);
    this.depthsB.delete(b);
    this.depth--;
    return result;
  }

  sets(a, b) {
    const wanted = [];
    let isEqual = true;
    SetPrototypeForEach(b, (value) => {
      if (SetPrototypeHas(a, value)) return;
      if (this.mode !== Mode.LOOSE && !isObject(value)) isEqual = false;
      ArrayPrototypePush(wanted, value);
    });
    if (!isEqual) return false;
    if (wanted.length === 0) return true;
    const available = [];
    SetPrototypeForEach(a, (value) => {
      if (!SetPrototypeHas(b, value)) ArrayPrototypePush(available, value);
    });
    return takeAll(wanted, available, (value, other) => this.equal(other, value));
  }

  maps(a, b) {
    const wanted = [];
    let isEqual = true;
    MapPrototypeForEach(b, (value, key) => {
      if (!isEqual) return;
      if (MapPrototypeHas(a, key)) {
        if (this.equal(MapPrototypeGet(a, key), value)) return;
        isEqual = false;
      } else if (this.mode !== Mode.LOOSE && !isObject(key)) {
        isEqual = false;
      }
      ArrayPrototypePush(wanted, [key, value]);
    });
    if (!isEqual) return false;
    if (wanted.length === 0) return true;
    const available = [];
    MapPrototypeForEach(a, (value, key) => {
      if (!MapPrototypeHas(b, key)) ArrayPrototypePush(available, [key, value]);
    });
    return takeAll(wanted, available, (entry, other) => this.equal(other[0], entry[0]) && this.equal(other[1], entry[1]));
  }
}

// Instances of one constructor, or of none with one prototype. Each generator function has a prototype of its own.
function sameClass(a, b) {
  const { constructor } = a;
  if (constructor && !ObjectPrototypeHasOwnProperty(a, 'constructor')) return constructor === b.constructor;
  return ObjectGetPrototypeOf(a) === ObjectGetPrototypeOf(b);
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

// Each wanted one takes the first that is equal to it.
function takeAll(wanted, available, isEqual) {
  for (let i = 0; i < wanted.length; i++) {
    let found = -1;
    for (let j = 0; j < available.length && found === -1; j++) {
      if (isEqual(wanted[i], available[j])) found = j;
    }
    if (found === -1) return false;
    ArrayPrototypeSplice(available, found, 1);
  }
  return true;
}

function isSubsequence(a, b) {
  let position = 0;
  for (let i = 0; i < b.length; i++) {
    while (position < a.length && !ObjectIs(a[position], b[i])) position++;
    if (position++ >= a.length) return false;
  }
  return true;
}

function enumerableSymbols(object) {
  const symbols = ObjectGetOwnPropertySymbols(object);
  return symbols.length === 0 ? symbols :
    ArrayPrototypeFilter(symbols, (symbol) => ObjectPrototypePropertyIsEnumerable(object, symbol));
}

function sameRegExps(a, b) {
  return RegExpPrototypeGetSource(a) === RegExpPrototypeGetSource(b) &&
    RegExpPrototypeGetFlags(a) === RegExpPrototypeGetFlags(b) && a.lastIndex === b.lastIndex;
}

// What a URL says is not in its properties.
function sameURLs(a, b) {
  const { hrefOf } = require('internal/util/inspect/url');
  return hrefOf(a) === hrefOf(b);
}

const boxes = {
  __proto__: null,
  [Brand.NUMBER]: NumberPrototypeValueOf,
  [Brand.STRING]: StringPrototypeValueOf,
  [Brand.BOOLEAN]: BooleanPrototypeValueOf,
  [Brand.BIGINT]: BigIntPrototypeValueOf,
  [Brand.SYMBOL]: SymbolPrototypeValueOf,
};

module.exports = { isDeepEqual, isDeepStrictEqual, isPartialStrictEqual };
