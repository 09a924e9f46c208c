// SubtleCrypto: the methods, each of which normalizes its algorithm and hands over to the file of the algorithm.
'use strict';

const {
  ArrayPrototypeIncludes, JSONParse, JSONStringify, ObjectDefineProperties, Symbol, SymbolToStringTag, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength, TypedArrayPrototypeSlice,
} = primordials;

const { codes } = require('internal/errors');
const { Buffer } = require('internal/buffer/buffer');
const { isBytes, toBuffer } = require('internal/crypto/bytes');
const { bufferSource, domException, enforcedInteger, idlError, keyFormat, keyUsages, requireArguments, where } = require('web/crypto/idl');
const { isKnown, normalize } = require('web/crypto/algorithms');
const { family, isPostQuantum } = require('web/crypto/families');
const { isCryptoKey, makeKey, slotsOf } = require('web/crypto/crypto_key');

const kPrivate = Symbol('kPrivate');

// An ArrayBuffer with just these bytes.
function bufferOf(bytes) {
  const buffer = TypedArrayPrototypeGetBuffer(bytes);
  return buffer.byteLength === TypedArrayPrototypeGetByteLength(bytes) ? buffer : TypedArrayPrototypeGetBuffer(TypedArrayPrototypeSlice(bytes));
}

class SubtleCrypto {
  #brand = true;

  constructor(token = undefined) {
    if (token !== kPrivate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  // What every method begins with.
  static #begin(self, method, given, required) {
    if (typeof self !== 'object' || self === null || !(#brand in self)) throw new codes.ERR_INVALID_THIS('SubtleCrypto');
    const prefix = `Failed to execute '${method}' on 'SubtleCrypto'`;
    requireArguments(given, required, prefix);
    return prefix;
  }

  // Whether an operation can be done with an algorithm and its members.
  static supports(operation, algorithm, lengthOrOther = null) {
    requireArguments(arguments.length, 2, "Failed to execute 'supports' on 'SubtleCrypto'");
    return isSupported(`${operation}`, algorithm, lengthOrOther);
  }

  // What they go on with that do something to data with a key.
  static #beginWithKey(self, method, given, algorithm, key, data) {
    const prefix = SubtleCrypto.#begin(self, method, given, 3);
    key = keyArgument(key, prefix, 1);
    data = bufferSource(data, prefix, 2);
    const normal = normalize(algorithm, method);
    checkKey(normal, key, method);
    return { __proto__: null, normal, key, data };
  }

  async encrypt(algorithm, key, data) {
    const asked = SubtleCrypto.#beginWithKey(this, 'encrypt', arguments.length, algorithm, key, data);
    return bufferOf(await family(asked.normal.name).crypt(asked.normal, asked.key, asked.data, true));
  }

  async decrypt(algorithm, key, data) {
    const asked = SubtleCrypto.#beginWithKey(this, 'decrypt', arguments.length, algorithm, key, data);
    return bufferOf(await family(asked.normal.name).crypt(asked.normal, asked.key, asked.data, false));
  }

  async sign(algorithm, key, data) {
    const asked = SubtleCrypto.#beginWithKey(this, 'sign', arguments.length, algorithm, key, data);
    return bufferOf(await family(asked.normal.name).sign(asked.normal, asked.key, asked.data));
  }

  async verify(algorithm, key, signature, data) {
    const prefix = SubtleCrypto.#begin(this, 'verify', arguments.length, 4);
    key = keyArgument(key, prefix, 1);
    signature = bufferSource(signature, prefix, 2);
    data = bufferSource(data, prefix, 3);
    const normal = normalize(algorithm, 'verify');
    checkKey(normal, key, 'verify');
    return family(normal.name).verify(normal, key, signature, data);
  }

  async digest(algorithm, data) {
    const prefix = SubtleCrypto.#begin(this, 'digest', arguments.length, 2);
    data = bufferSource(data, prefix, 1);
    return bufferOf(await require('web/crypto/digest').digest(normalize(algorithm, 'digest'), data));
  }

  async generateKey(algorithm, extractable, usages) {
    const prefix = SubtleCrypto.#begin(this, 'generateKey', arguments.length, 3);
    extractable = !!extractable;
    usages = keyUsages(usages, prefix, 2);
    const normal = normalize(algorithm, 'generateKey');
    return family(normal.name).generateKey(normal, extractable, usages);
  }

  async deriveKey(algorithm, baseKey, derivedKeyType, extractable, usages) {
    const prefix = SubtleCrypto.#begin(this, 'deriveKey', arguments.length, 5);
    baseKey = keyArgument(baseKey, prefix, 1);
    extractable = !!extractable;
    usages = keyUsages(usages, prefix, 4);
    const normal = normalize(algorithm, 'deriveBits');
    const derived = normalize(derivedKeyType, 'importKey');
    const length = keyLength(normalize(derivedKeyType, 'get key length'));
    checkBaseKey(normal, baseKey, 'deriveKey');
    const bits = await family(normal.name).deriveBits(normal, baseKey, length);
    return family(derived.name).importKey('raw-secret', bits, derived, extractable, usages);
  }

  async deriveBits(algorithm, baseKey, length = null) {
    const prefix = SubtleCrypto.#begin(this, 'deriveBits', arguments.length, 2);
    baseKey = keyArgument(baseKey, prefix, 1);
    if (length !== null) length = enforcedInteger(length, 32, where(prefix, 2));
    const normal = normalize(algorithm, 'deriveBits');
    checkBaseKey(normal, baseKey, 'deriveBits');
    return bufferOf(await family(normal.name).deriveBits(normal, baseKey, length));
  }

  async importKey(format, keyData, algorithm, extractable, usages) {
    const prefix = SubtleCrypto.#begin(this, 'importKey', arguments.length, 4);
    format = keyFormat(format, prefix, 0);
    keyData = keyDataArgument(format, keyData, prefix, 1);
    extractable = !!extractable;
    usages = keyUsages(usages, prefix, 4);
    const normal = normalize(algorithm, 'importKey');
    return family(normal.name).importKey(format, keyData, normal, extractable, usages);
  }

  async exportKey(format, key) {
    const prefix = SubtleCrypto.#begin(this, 'exportKey', arguments.length, 2);
    format = keyFormat(format, prefix, 0);
    key = keyArgument(key, prefix, 1);
    return exported(format, key);
  }

  async wrapKey(format, key, wrappingKey, algorithm) {
    const prefix = SubtleCrypto.#begin(this, 'wrapKey', arguments.length, 4);
    format = keyFormat(format, prefix, 0);
    key = keyArgument(key, prefix, 1);
    wrappingKey = keyArgument(wrappingKey, prefix, 2);
    const isWrapping = isKnown(algorithm, 'wrapKey');
    const normal = normalize(algorithm, isWrapping ? 'wrapKey' : 'encrypt');
    checkKey(normal, wrappingKey, 'wrapKey');
    let data = exported(format, key);
    if (format === 'jwk') {
      data = Buffer.from(JSONStringify(data));
      // Wrapping takes whole blocks of eight; blanks before the end change nothing in JSON.
      if (isWrapping && data.length % 8 !== 0) {
        const blanks = Buffer.alloc(8 - (data.length % 8), ' ');
        data = Buffer.concat([data.subarray(0, data.length - 1), blanks, Buffer.from('}')]);
      }
    } else {
      data = Buffer.from(data);
    }
    if (isWrapping) return bufferOf(await family(normal.name).wrap(wrappingKey, data, true));
    return bufferOf(await family(normal.name).crypt(normal, wrappingKey, data, true));
  }

  async unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgo, unwrappedKeyAlgo, extractable, usages) {
    const prefix = SubtleCrypto.#begin(this, 'unwrapKey', arguments.length, 6);
    format = keyFormat(format, prefix, 0);
    wrappedKey = bufferSource(wrappedKey, prefix, 1);
    unwrappingKey = keyArgument(unwrappingKey, prefix, 2);
    extractable = !!extractable;
    usages = keyUsages(usages, prefix, 6);
    const isWrapping = isKnown(unwrapAlgo, 'unwrapKey');
    const normal = normalize(unwrapAlgo, isWrapping ? 'unwrapKey' : 'decrypt');
    const unwrapped = normalize(unwrappedKeyAlgo, 'importKey');
    checkKey(normal, unwrappingKey, 'unwrapKey');
    let data = isWrapping ? await family(normal.name).wrap(unwrappingKey, wrappedKey, false) :
      await family(normal.name).crypt(normal, unwrappingKey, wrappedKey, false);
    if (format === 'jwk') {
      try {
        data = JSONParse(toBuffer(data).toString());
      } catch (error) {
        throw domException('Invalid wrapped JWK key', 'DataError', error);
      }
    }
    return family(unwrapped.name).importKey(format, data, unwrapped, extractable, usages);
  }

  async getPublicKey(key, usages) {
    const prefix = SubtleCrypto.#begin(this, 'getPublicKey', arguments.length, 2);
    key = keyArgument(key, prefix, 0);
    usages = keyUsages(usages, prefix, 1);
    const { handle, type, algorithm } = slotsOf(key);
    if (type === 'secret') throw domException('key must be a private key', 'NotSupportedError');
    if (type !== 'private') throw domException('key must be a private key', 'InvalidAccessError');
    const own = internalBinding('crypto').publicOfPrivate(handle);
    const { checkUsages } = require('web/crypto/keys');
    checkUsages(usages, publicUsages(algorithm.name), algorithm.name);
    return makeKey(own, 'public', { ...algorithm }, true, usages);
  }

  async encapsulateBits(encapsulationAlgorithm, encapsulationKey) {
    const prefix = SubtleCrypto.#begin(this, 'encapsulateBits', arguments.length, 2);
    encapsulationKey = keyArgument(encapsulationKey, prefix, 1);
    const { name } = kemAlgorithm(encapsulationAlgorithm, 'encapsulate', encapsulationKey, 'encapsulateBits');
    const { 0: sharedKey, 1: ciphertext } = await family(name).encapsulate(encapsulationKey);
    return { sharedKey: bufferOf(sharedKey), ciphertext: bufferOf(ciphertext) };
  }

  async encapsulateKey(encapsulationAlgorithm, encapsulationKey, sharedKeyAlgorithm, extractable, usages) {
    const prefix = SubtleCrypto.#begin(this, 'encapsulateKey', arguments.length, 5);
    encapsulationKey = keyArgument(encapsulationKey, prefix, 1);
    extractable = !!extractable;
    usages = keyUsages(usages, prefix, 4);
    const shared = normalize(sharedKeyAlgorithm, 'importKey');
    const { name } = kemAlgorithm(encapsulationAlgorithm, 'encapsulate', encapsulationKey, 'encapsulateKey');
    const { 0: bits, 1: ciphertext } = await family(name).encapsulate(encapsulationKey);
    const sharedKey = await family(shared.name).importKey('raw-secret', bits, shared, extractable, usages);
    return { ciphertext: bufferOf(ciphertext), sharedKey };
  }

  async decapsulateBits(decapsulationAlgorithm, decapsulationKey, ciphertext) {
    const prefix = SubtleCrypto.#begin(this, 'decapsulateBits', arguments.length, 3);
    decapsulationKey = keyArgument(decapsulationKey, prefix, 1);
    ciphertext = bufferSource(ciphertext, prefix, 2);
    const { name } = kemAlgorithm(decapsulationAlgorithm, 'decapsulate', decapsulationKey, 'decapsulateBits');
    return bufferOf(await family(name).decapsulate(decapsulationKey, ciphertext));
  }

  async decapsulateKey(decapsulationAlgorithm, decapsulationKey, ciphertext, sharedKeyAlgorithm, extractable, usages) {
    const prefix = SubtleCrypto.#begin(this, 'decapsulateKey', arguments.length, 6);
    decapsulationKey = keyArgument(decapsulationKey, prefix, 1);
    ciphertext = bufferSource(ciphertext, prefix, 2);
    extractable = !!extractable;
    usages = keyUsages(usages, prefix, 5);
    const shared = normalize(sharedKeyAlgorithm, 'importKey');
    const { name } = kemAlgorithm(decapsulationAlgorithm, 'decapsulate', decapsulationKey, 'decapsulateKey');
    const bits = await family(name).decapsulate(decapsulationKey, ciphertext);
    return family(shared.name).importKey('raw-secret', bits, shared, extractable, usages);
  }
}

// The algorithm of an encapsulation, which the key must be for.
function kemAlgorithm(algorithm, operation, key, usage) {
  const normal = normalize(algorithm, operation);
  const { algorithm: own, usages } = slotsOf(key);
  const invalid = (message) => domException(message, 'InvalidAccessError');
  if (own.name !== normal.name) throw invalid('key algorithm mismatch');
  if (!ArrayPrototypeIncludes(usages, usage)) throw invalid(`${operation === 'encapsulate' ? 'en' : 'de'}capsulationKey does not have ${usage} usage`);
  return normal;
}

const names = {
  __proto__: null, deriveKey: 'deriveBits', getPublicKey: 'exportKey', encapsulateBits: 'encapsulate', encapsulateKey: 'encapsulate',
  decapsulateBits: 'decapsulate', decapsulateKey: 'decapsulate',
};

function isSupported(operation, algorithm, other) {
  try {
    if (operation === 'wrapKey' || operation === 'unwrapKey') {
      normalize(algorithm, isKnown(algorithm, operation) ? operation : operation === 'wrapKey' ? 'encrypt' : 'decrypt');
    } else {
      normalize(algorithm, names[operation] ?? operation);
    }
    if (operation === 'deriveKey' && other !== null) normalize(other, 'get key length');
    if ((operation === 'encapsulateKey' || operation === 'decapsulateKey') && other !== null) normalize(other, 'importKey');
    return true;
  } catch {
    return false;
  }
}

function publicUsages(name) {
  if (name === 'RSA-OAEP') return ['encrypt', 'wrapKey'];
  if (isPostQuantum(name)) return family(name).publicUsages(name);
  return name === 'ECDH' || name === 'X25519' || name === 'X448' ? [] : ['verify'];
}

function keyArgument(value, prefix, index) {
  if (isCryptoKey(value)) return value;
  throw idlError('ERR_INVALID_ARG_TYPE', `${where(prefix, index)} is not of type CryptoKey.`);
}

function keyDataArgument(format, value, prefix, index) {
  if (format !== 'jwk') return bufferSource(value, prefix, index);
  if (typeof value !== 'object' || value === null || isBytes(value)) {
    throw idlError('ERR_INVALID_ARG_TYPE', `${where(prefix, index)} cannot be converted to a dictionary`);
  }
  return { ...value };
}

function checkKey(algorithm, key, usage) {
  const { algorithm: own, usages } = slotsOf(key);
  if (own.name !== algorithm.name) throw domException('Key algorithm mismatch', 'InvalidAccessError');
  if (!ArrayPrototypeIncludes(usages, usage)) throw domException(`Unable to use this key to ${usage}`, 'InvalidAccessError');
}

function checkBaseKey(algorithm, key, usage) {
  const { algorithm: own, usages } = slotsOf(key);
  if (!ArrayPrototypeIncludes(usages, usage)) throw domException(`baseKey does not have ${usage} usage`, 'InvalidAccessError');
  if (own.name !== algorithm.name) throw domException('Key algorithm mismatch', 'InvalidAccessError');
}

// Bytes as an ArrayBuffer, or an object for JWK.
function exported(format, key) {
  const { algorithm, extractable } = slotsOf(key);
  if (!isKnown(algorithm.name, 'exportKey')) throw domException(`${algorithm.name} key export is not supported`, 'NotSupportedError');
  if (!extractable) throw domException('key is not extractable', 'InvalidAccessError');
  const data = family(algorithm.name).exportKey(format, key);
  return format === 'jwk' ? data : bufferOf(data);
}

function keyLength(algorithm) {
  const { name, length } = algorithm;
  if (name === 'HKDF' || name === 'PBKDF2') return null;
  if (name === 'ChaCha20-Poly1305') return 256;
  if (name !== 'HMAC') {
    if (length !== 128 && length !== 192 && length !== 256) throw domException('Invalid key length', 'OperationError');
    return length;
  }
  if (length === undefined) return require('web/crypto/hmac').blockLength(algorithm.hash.name);
  if (length === 0) throw idlError('ERR_INVALID_ARG_VALUE', 'HmacImportParams.length cannot be 0');
  return length;
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(SubtleCrypto.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'SubtleCrypto' },
  encrypt: enumerable,
  decrypt: enumerable,
  sign: enumerable,
  verify: enumerable,
  digest: enumerable,
  generateKey: enumerable,
  deriveKey: enumerable,
  deriveBits: enumerable,
  importKey: enumerable,
  exportKey: enumerable,
  wrapKey: enumerable,
  unwrapKey: enumerable,
  getPublicKey: enumerable,
  encapsulateBits: enumerable,
  encapsulateKey: enumerable,
  decapsulateBits: enumerable,
  decapsulateKey: enumerable,
});

const makeSubtle = () => new SubtleCrypto(kPrivate);

module.exports = { SubtleCrypto, makeSubtle };
