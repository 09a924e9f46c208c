// The Web Cryptography interfaces: Crypto, SubtleCrypto and the classes' own rules. The algorithms are in their own files.
'use strict';

const { ObjectDefineProperties, SymbolToStringTag, TypedArrayPrototypeGetSymbolToStringTag } = primordials;

const { codes } = require('internal/errors');
const { randomFillSync, randomUUID } = require('internal/crypto/random');
const { SubtleCrypto, makeSubtle } = require('web/crypto/subtle');
const { CryptoKey } = require('web/crypto/crypto_key');

const kPrivate = primordials.Symbol('kPrivate');
const RANDOM_MAX = 65536;

class Crypto {
  #subtle;

  constructor(token = undefined) {
    if (token !== kPrivate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#subtle in value)) throw new codes.ERR_INVALID_THIS('Crypto');
  }

  get subtle() {
    Crypto.#check(this);
    return this.#subtle ??= makeSubtle();
  }

  getRandomValues(array) {
    Crypto.#check(this);
    if (arguments.length === 0) {
      throw require('web/crypto/idl').idlError('ERR_MISSING_ARGS',
        "Failed to execute 'getRandomValues' on 'Crypto': 1 argument required, but only 0 present.");
    }
    return fillRandom(array);
  }

  randomUUID(options) {
    Crypto.#check(this);
    return randomUUID(options);
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Crypto.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'Crypto' },
  subtle: enumerable,
  getRandomValues: enumerable,
  randomUUID: enumerable,
});

const integerArrays = {
  __proto__: null, Int8Array: 1, Uint8Array: 1, Uint8ClampedArray: 1, Int16Array: 1, Uint16Array: 1, Int32Array: 1, Uint32Array: 1,
  BigInt64Array: 1, BigUint64Array: 1,
};

function fillRandom(array) {
  const { DOMException } = require('internal/errors/dom_exception');
  if (integerArrays[TypedArrayPrototypeGetSymbolToStringTag(array)] === undefined) {
    throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
  }
  if (array.byteLength > RANDOM_MAX) {
    throw new DOMException('The requested length exceeds 65,536 bytes', 'QuotaExceededError');
  }
  randomFillSync(array, 0);
  return array;
}

const crypto = new Crypto(kPrivate);

// As a function of the module it needs no receiver.
function getRandomValues(array) {
  return crypto.getRandomValues(array);
}

module.exports = { Crypto, CryptoKey, SubtleCrypto, crypto, getRandomValues };
