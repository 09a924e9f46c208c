// SubtleCrypto: the methods, each of which normalizes its algorithm and hands over to the file of the algorithm.
'use strict';

const { ObjectDefineProperties, Symbol, SymbolToStringTag, TypedArrayPrototypeGetBuffer } = primordials;

const { codes } = require('internal/errors');
const { bufferSource, requireArguments } = require('web/crypto/idl');
const { normalize } = require('web/crypto/algorithms');

const kPrivate = Symbol('kPrivate');

class SubtleCrypto {
  #brand = true;

  constructor(token) {
    if (token !== kPrivate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  static #prefix(self, method, given, required) {
    if (!(#brand in self)) throw new codes.ERR_INVALID_THIS('SubtleCrypto');
    const prefix = `Failed to execute '${method}' on 'SubtleCrypto'`;
    requireArguments(given, required, prefix);
    return prefix;
  }

  async digest(algorithm, data) {
    const prefix = SubtleCrypto.#prefix(this, 'digest', arguments.length, 2);
    data = bufferSource(data, prefix, 1);
    const normal = normalize(algorithm, 'digest');
    const bytes = await require('web/crypto/digest').digest(normal, data);
    return TypedArrayPrototypeGetBuffer(bytes);
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(SubtleCrypto.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'SubtleCrypto' },
  digest: enumerable,
});

const makeSubtle = () => new SubtleCrypto(kPrivate);

module.exports = { SubtleCrypto, makeSubtle };
