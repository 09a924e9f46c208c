// Keys from passwords and from other keys: pbkdf2, scrypt, hkdf, argon2.
'use strict';

const { StringPrototypeToUpperCase, TypedArrayPrototypeGetBuffer } = primordials;

const { codes } = require('internal/errors');
const {
  validateFunction, validateInt32, validateInteger, validateObject, validateOneOf, validateString, validateUint32,
} = require('internal/validators');
const { bytesOf, isBytes, plainView, toBuffer } = require('internal/crypto/bytes');
const { request } = require('internal/crypto/request');
const binding = internalBinding('crypto');

function pbkdf2Arguments(password, salt, iterations, keylen, digest) {
  validateString(digest, 'digest');
  password = bytesOf(password, 'password');
  salt = bytesOf(salt, 'salt');
  validateInt32(iterations, 'iterations', 1);
  validateInt32(keylen, 'keylen', 0);
  return { __proto__: null, password, salt, iterations, keylen, digest };
}

function pbkdf2(password, salt, iterations, keylen, digest, callback) {
  if (typeof digest === 'function') {
    callback = digest;
    digest = undefined;
  }
  const args = pbkdf2Arguments(password, salt, iterations, keylen, digest);
  validateFunction(callback, 'callback');
  request('PBKDF2REQUEST',
    (done) => binding.pbkdf2(args.password, args.salt, args.iterations, args.keylen, args.digest, done), asBuffer(callback));
}

function pbkdf2Sync(password, salt, iterations, keylen, digest) {
  const args = pbkdf2Arguments(password, salt, iterations, keylen, digest);
  return toBuffer(binding.pbkdf2(args.password, args.salt, args.iterations, args.keylen, args.digest));
}

const asBuffer = (callback) => (error, bytes) => {
  if (error !== undefined) {
    callback(error);
  } else {
    callback(null, toBuffer(bytes));
  }
};

const MEMORY_MAX = 32 * 1024 * 1024;

function scryptArguments(password, salt, keylen, options) {
  password = bytesOf(password, 'password');
  salt = bytesOf(salt, 'salt');
  validateInt32(keylen, 'keylen', 0);
  let N = 16384;
  let r = 8;
  let p = 1;
  let maxmem = MEMORY_MAX;
  if (options !== undefined && options !== null) {
    N = scryptOption(options, 'N', 'cost', N);
    r = scryptOption(options, 'r', 'blockSize', r);
    p = scryptOption(options, 'p', 'parallelization', p);
    if (options.maxmem !== undefined) {
      maxmem = options.maxmem;
      validateInteger(maxmem, 'maxmem', 0);
    }
    if (maxmem === 0) maxmem = MEMORY_MAX;
    if (N === 0) N = 16384;
    if (r === 0) r = 8;
    if (p === 0) p = 1;
  }
  return { __proto__: null, password, salt, keylen, N, r, p, maxmem };
}

function scryptOption(options, short, long, fallback) {
  const hasShort = options[short] !== undefined;
  let value = fallback;
  if (hasShort) {
    value = options[short];
    validateUint32(value, short);
  }
  if (options[long] !== undefined) {
    if (hasShort) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR(short, long);
    value = options[long];
    validateUint32(value, long);
  }
  return value;
}

function scrypt(password, salt, keylen, options, callback = undefined) {
  if (callback === undefined) {
    callback = options;
    options = undefined;
  }
  const args = scryptArguments(password, salt, keylen, options);
  validateFunction(callback, 'callback');
  request('SCRYPTREQUEST',
    (done) => binding.scrypt(args.password, args.salt, args.N, args.r, args.p, args.maxmem, args.keylen, done), asBuffer(callback));
}

function scryptSync(password, salt, keylen, options = undefined) {
  const args = scryptArguments(password, salt, keylen, options);
  return toBuffer(binding.scrypt(args.password, args.salt, args.N, args.r, args.p, args.maxmem, args.keylen));
}

const INFO_MAX = 1024;

function hkdfArguments(digest, ikm, salt, info, length) {
  validateString(digest, 'digest');
  const key = hkdfKey(ikm);
  salt = bytesOf(salt, 'salt');
  info = bytesOf(info, 'info');
  validateInteger(length, 'length', 0, primordials.NumberMAX_SAFE_INTEGER);
  const infoLength = typeof info === 'string' ? require('internal/buffer/buffer').Buffer.byteLength(info) : info.byteLength;
  if (infoLength > INFO_MAX) {
    throw new codes.ERR_OUT_OF_RANGE('info', `must not contain more than ${INFO_MAX} bytes`, infoLength);
  }
  return { __proto__: null, digest, key, salt, info, length };
}

function hkdfKey(ikm) {
  const { isKeyObject, secretBytes } = require('internal/crypto/keys');
  if (isKeyObject(ikm)) return secretBytes(ikm);
  if (typeof ikm === 'string') return ikm;
  if (isBytes(ikm)) return plainView(ikm);
  throw new codes.ERR_INVALID_ARG_TYPE(
    'ikm', ['string', 'SecretKeyObject', 'ArrayBuffer', 'TypedArray', 'DataView', 'Buffer'], ikm);
}

function hkdf(digest, ikm, salt, info, length, callback) {
  const args = hkdfArguments(digest, ikm, salt, info, length);
  validateFunction(callback, 'callback');
  request('HKDFREQUEST', (done) => binding.hkdf(args.digest, args.key, args.salt, args.info, args.length, done), (error, bytes) => {
    if (error !== undefined) {
      callback(error);
    } else {
      callback(null, TypedArrayPrototypeGetBuffer(bytes));
    }
  });
}

function hkdfSync(digest, ikm, salt, info, length) {
  const args = hkdfArguments(digest, ikm, salt, info, length);
  return TypedArrayPrototypeGetBuffer(binding.hkdf(args.digest, args.key, args.salt, args.info, args.length));
}

function argon2Arguments(algorithm, parameters) {
  validateString(algorithm, 'algorithm');
  validateOneOf(algorithm, 'algorithm', ['argon2d', 'argon2i', 'argon2id']);
  validateObject(parameters, 'parameters');
  const { parallelism, tagLength, memory, passes, secret, associatedData } = parameters;
  const message = bytesOf(parameters.message, 'parameters.message');
  const nonce = bytesOf(parameters.nonce, 'parameters.nonce');
  const nonceLength = typeof nonce === 'string' ? nonce.length : nonce.byteLength;
  if (nonceLength < 8) throw new codes.ERR_OUT_OF_RANGE('parameters.nonce.byteLength', '>= 8 && <= 4294967295', nonceLength);
  validateInteger(parallelism, 'parameters.parallelism', 1, 2 ** 24 - 1);
  validateInteger(tagLength, 'parameters.tagLength', 4, 2 ** 32 - 1);
  validateInteger(memory, 'parameters.memory', 8 * parallelism, 2 ** 32 - 1);
  validateInteger(passes, 'parameters.passes', 1, 2 ** 32 - 1);
  return [
    StringPrototypeToUpperCase(algorithm), message, nonce, parallelism, tagLength, memory, passes,
    secret === undefined ? undefined : bytesOf(secret, 'parameters.secret'),
    associatedData === undefined ? undefined : bytesOf(associatedData, 'parameters.associatedData'),
  ];
}

function argon2(algorithm, parameters, callback) {
  const args = argon2Arguments(algorithm, parameters);
  validateFunction(callback, 'callback');
  request('ARGON2REQUEST', (done) => {
    primordials.ArrayPrototypePush(args, done);
    primordials.ReflectApply(binding.argon2, undefined, args);
  }, asBuffer(callback));
}

function argon2Sync(algorithm, parameters) {
  return toBuffer(primordials.ReflectApply(binding.argon2, undefined, argon2Arguments(algorithm, parameters)));
}

module.exports = { argon2, argon2Sync, hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync };
