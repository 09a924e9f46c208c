// generateKey and generateKeyPair.
'use strict';

const { codes } = require('internal/errors');
const {
  validateFunction, validateInt32, validateInteger, validateObject, validateOneOf, validateString, validateUint32,
} = require('internal/validators');
const { isBytes, plainView } = require('internal/crypto/bytes');
const { exportJwk, privateEncoding, publicEncoding, wrap, written } = require('internal/crypto/keys');
const { isPrivateFormat, isPublicFormat, write: writeRaw } = require('internal/crypto/raw_keys');
const { request } = require('internal/crypto/request');
const binding = internalBinding('crypto');

// The options of the binding for a kind of pair.
function parametersOf(kind, options) {
  if (kind === 'rsa' || kind === 'rsa-pss') {
    validateObject(options, 'options');
    const { modulusLength, publicExponent = 0x10001 } = options;
    validateUint32(modulusLength, 'options.modulusLength');
    validateUint32(publicExponent, 'options.publicExponent');
    if (kind === 'rsa') return { modulusLength, publicExponent };
    return { modulusLength, publicExponent, ...pssOptions(options) };
  }
  if (kind === 'dsa') {
    validateObject(options, 'options');
    const { modulusLength, divisorLength } = options;
    validateUint32(modulusLength, 'options.modulusLength');
    if (divisorLength !== undefined && divisorLength !== null) validateInt32(divisorLength, 'options.divisorLength', 0);
    return { modulusLength, divisorLength };
  }
  if (kind === 'ec') {
    validateObject(options, 'options');
    const { namedCurve, paramEncoding } = options;
    validateString(namedCurve, 'options.namedCurve');
    if (paramEncoding !== undefined && paramEncoding !== null && paramEncoding !== 'named' && paramEncoding !== 'explicit') {
      throw new codes.ERR_INVALID_ARG_VALUE('options.paramEncoding', paramEncoding);
    }
    return { namedCurve, paramEncoding };
  }
  if (kind === 'dh') {
    validateObject(options, 'options');
    return dhOptions(options);
  }
  // Those of the post-quantum kinds that the library has, and the curves that are kinds of their own.
  if (binding.isKeyKind(kind)) {
    if (options !== undefined) validateObject(options, 'options');
    return {};
  }
  throw new codes.ERR_INVALID_ARG_VALUE('type', kind, 'must be a supported key type');
}

function pssOptions(options) {
  const { saltLength } = options;
  let { hashAlgorithm, mgf1HashAlgorithm } = options;
  if (saltLength !== undefined) validateInt32(saltLength, 'options.saltLength', 0);
  if (hashAlgorithm !== undefined) validateString(hashAlgorithm, 'options.hashAlgorithm');
  if (mgf1HashAlgorithm !== undefined) validateString(mgf1HashAlgorithm, 'options.mgf1HashAlgorithm');
  const old = (name, value, current) => {
    if (value === undefined) return current;
    validateString(value, `options.${name}`);
    process.emitWarning(`"options.${name}" is deprecated, use "options.${name === 'hash' ? 'hashAlgorithm' : 'mgf1HashAlgorithm'}" instead.`,
      'DeprecationWarning', 'DEP0154');
    if (current !== undefined && current !== value) throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, value);
    return value;
  };
  hashAlgorithm = old('hash', options.hash, hashAlgorithm);
  mgf1HashAlgorithm = old('mgf1Hash', options.mgf1Hash, mgf1HashAlgorithm);
  return { hashAlgorithm, mgf1HashAlgorithm, saltLength };
}

function dhOptions(options) {
  const { group, primeLength, prime, generator } = options;
  if (group !== undefined && group !== null) {
    if (prime !== undefined && prime !== null) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('group', 'prime');
    if (primeLength !== undefined && primeLength !== null) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('group', 'primeLength');
    if (generator !== undefined && generator !== null) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('group', 'generator');
    validateString(group, 'options.group');
    return { group };
  }
  if (generator !== undefined && generator !== null) validateInt32(generator, 'options.generator', 0);
  if (prime !== undefined && prime !== null) {
    if (primeLength !== undefined && primeLength !== null) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('prime', 'primeLength');
    if (!isBytes(prime)) throw new codes.ERR_INVALID_ARG_TYPE('options.prime', ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], prime);
    return { prime: plainView(prime), generator };
  }
  if (primeLength !== undefined && primeLength !== null) {
    validateInt32(primeLength, 'options.primeLength', 0);
    return { primeLength, generator };
  }
  throw new codes.ERR_MISSING_OPTION('At least one of the group, prime, or primeLength options');
}

// How both keys are to be given: undefined for KeyObjects.
function encodingsOf(kind, options) {
  const { publicKeyEncoding, privateKeyEncoding } = options ?? {};
  return {
    __proto__: null,
    public: encodingOf(publicKeyEncoding, kind, 'publicKeyEncoding', isPublicFormat, publicEncoding),
    private: encodingOf(privateKeyEncoding, kind, 'privateKeyEncoding', isPrivateFormat, privateEncoding),
  };
}

function encodingOf(encoding, kind, name, isRaw, read) {
  if (encoding === undefined) return undefined;
  if (typeof encoding !== 'object' || encoding === null) throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, encoding);
  if (encoding.format === 'jwk' || isRaw(encoding.format)) return { __proto__: null, format: encoding.format, type: encoding.type };
  return read(encoding, kind, `options.${name}`);
}

function give(pair, encodings) {
  const { 0: publicHandle, 1: privateHandle } = pair;
  return {
    publicKey: giveOne(publicHandle, 'public', encodings.public,
      (encoding) => binding.exportPublic(publicHandle, encoding.type, encoding.format)),
    privateKey: giveOne(privateHandle, 'private', encodings.private,
      (encoding) => binding.exportPrivate(privateHandle, encoding.type, encoding.format, encoding.cipher, encoding.passphrase)),
  };
}

function giveOne(handle, type, encoding, write) {
  if (encoding === undefined) return wrap(handle, type);
  if (encoding.format === 'jwk') return exportJwk(handle);
  const isRaw = isPublicFormat(encoding.format) || isPrivateFormat(encoding.format);
  return isRaw ? writeRaw(handle, encoding.format, encoding.type) : written(write(encoding));
}

function generateKeyPair(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  validateString(type, 'type');
  const encodings = encodingsOf(type, options);
  const parameters = parametersOf(type, options);
  request('KEYPAIRGENREQUEST', (done) => binding.generateKeyPair(type, parameters, done), (error, pair) => {
    if (error !== undefined) {
      callback(error);
      return;
    }
    let keys;
    try {
      keys = give(pair, encodings);
    } catch (failure) {
      callback(failure);
      return;
    }
    callback(null, keys.publicKey, keys.privateKey);
  });
}

function generateKeyPairSync(type, options) {
  validateString(type, 'type');
  const encodings = encodingsOf(type, options);
  const parameters = parametersOf(type, options);
  return give(binding.generateKeyPair(type, parameters), encodings);
}

function secretLength(type, options) {
  validateString(type, 'type');
  validateObject(options, 'options');
  const { length } = options;
  if (type === 'hmac') {
    validateInteger(length, 'options.length', 8, 2 ** 31 - 1);
  } else if (type === 'aes') {
    validateOneOf(length, 'options.length', [128, 192, 256]);
  } else {
    throw new codes.ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
  }
  return length >>> 3;
}

function generateKey(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  const length = secretLength(type, options);
  request('KEYGENREQUEST', (done) => binding.randomJob(length, done), (error, bytes) => {
    if (error !== undefined) {
      callback(error);
    } else {
      callback(null, wrap(binding.secretKey(bytes), 'secret'));
    }
  });
}

function generateKeySync(type, options) {
  return wrap(binding.secretKey(binding.randomJob(secretLength(type, options))), 'secret');
}

module.exports = { generateKey, generateKeyPair, generateKeyPairSync, generateKeySync };
