// CryptoKey: a key with what it may be used for. Only the functions here make one.
'use strict';

const { ObjectDefineProperties, Symbol, SymbolFor, SymbolToStringTag } = primordials;

const { codes } = require('internal/errors');

const kPrivate = Symbol('kPrivate');
let slotsOf;
let isCryptoKey;

class CryptoKey {
  #slots;

  constructor(token = undefined, slots = undefined) {
    if (token !== kPrivate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#slots = slots;
  }

  static {
    slotsOf = (key) => key.#slots;
    isCryptoKey = (value) => value !== null && typeof value === 'object' && #slots in value;
  }

  get type() {
    return checked(this).type;
  }

  get extractable() {
    return checked(this).extractable;
  }

  get algorithm() {
    return checked(this).shownAlgorithm ??= { ...slotsOf(this).algorithm };
  }

  get usages() {
    return checked(this).shownUsages ??= primordials.ArrayPrototypeSlice(slotsOf(this).usages);
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return this;
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    const { type, extractable, algorithm, usages } = this;
    return `CryptoKey ${require('internal/util/inspect').inspect({ type, extractable, algorithm, usages }, inner)}`;
  }
}

function checked(key) {
  if (!isCryptoKey(key)) throw new codes.ERR_INVALID_THIS('CryptoKey');
  return slotsOf(key);
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(CryptoKey.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'CryptoKey' },
  type: enumerable,
  extractable: enumerable,
  algorithm: enumerable,
  usages: enumerable,
});

// `handle` is the native key; `algorithm` and `usages` belong to the key from here on.
function makeKey(handle, type, algorithm, extractable, usages) {
  return new CryptoKey(kPrivate, { __proto__: null, handle, type, algorithm, extractable, usages });
}

require('web/cloneable_kinds').registerPlatform({
  __proto__: null,
  name: 'CryptoKey',
  is: isCryptoKey,
  clone(key) {
    const { handle, type, algorithm, extractable, usages } = slotsOf(key);
    return makeKey(handle, type, { ...algorithm }, extractable, primordials.ArrayPrototypeSlice(usages));
  },
  pack(key) {
    const { handle, type, algorithm, extractable, usages } = slotsOf(key);
    const { packHandle } = require('internal/crypto/keys');
    return [packHandle(handle, type), { ...algorithm }, extractable, usages];
  },
  unpack({ 0: packed, 1: algorithm, 2: extractable, 3: usages }) {
    const { unpackHandle } = require('internal/crypto/keys');
    return makeKey(unpackHandle(packed), packed[0], algorithm, extractable, usages);
  },
});

module.exports = { CryptoKey, isCryptoKey, makeKey, slotsOf };
