// DiffieHellman, ECDH, and the secret of two keys at once.
'use strict';

const { ObjectDefineProperty, Symbol } = primordials;

const { codes } = require('internal/errors');
const { validateInt32, validateObject, validateString, validateFunction } = require('internal/validators');
const { Buffer } = require('internal/buffer/buffer');
const { bytesOf, isBytes, toBuffer } = require('internal/crypto/bytes');
const { request } = require('internal/crypto/request');
const binding = internalBinding('crypto');

const kHandle = Symbol('kHandle');
const DEFAULT_GENERATOR = 2;

const encode = (bytes, encoding) => {
  const buffer = toBuffer(bytes);
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
};

const text = (value, name, encoding) => (encoding === 'buffer' ? bytesOf(value, name) : bytesOf(value, name, encoding));

function DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
  if (!(this instanceof DiffieHellman)) return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding);
  if (typeof sizeOrKey !== 'number' && typeof sizeOrKey !== 'string' && !isBytes(sizeOrKey)) {
    throw new codes.ERR_INVALID_ARG_TYPE('sizeOrKey', ['number', 'string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], sizeOrKey);
  }
  if (typeof sizeOrKey === 'number') validateInt32(sizeOrKey, 'sizeOrKey');
  if (keyEncoding && !Buffer.isEncoding(keyEncoding) && keyEncoding !== 'buffer') {
    genEncoding = generator;
    generator = keyEncoding;
    keyEncoding = false;
  }
  const prime = typeof sizeOrKey === 'number' ? sizeOrKey : text(sizeOrKey, 'sizeOrKey', keyEncoding || undefined);
  generator = generatorOf(generator, genEncoding);
  if (typeof prime === 'number') {
    if (prime < 2) throw opensslError(prime);
    const number = typeof generator === 'number' ? generator : Buffer.from(generator).readUIntBE(0, Buffer.from(generator).length);
    this[kHandle] = binding.createDh(prime, number);
  } else {
    const bytes = typeof generator === 'number' ? Buffer.from([generator >>> 24, generator >>> 16, generator >>> 8, generator]) : generator;
    this[kHandle] = binding.createDh(prime, bytes);
  }
  defineVerifyError(this);
}

function opensslError() {
  const error = new Error('error:0280007E:Diffie-Hellman routines::modulus too small');
  error.library = 'Diffie-Hellman routines';
  error.reason = 'modulus too small';
  error.code = 'ERR_OSSL_DH_MODULUS_TOO_SMALL';
  return error;
}

function badGenerator() {
  const error = new Error('error:02800065:Diffie-Hellman routines::bad generator');
  error.library = 'Diffie-Hellman routines';
  error.reason = 'bad generator';
  error.code = 'ERR_OSSL_DH_BAD_GENERATOR';
  return error;
}

function generatorOf(generator, encoding) {
  if (!generator) return DEFAULT_GENERATOR;
  if (typeof generator === 'number') {
    validateInt32(generator, 'generator');
    if (generator <= 1) throw badGenerator();
    return generator;
  }
  if (typeof generator !== 'string' && !isBytes(generator)) {
    throw new codes.ERR_INVALID_ARG_TYPE('generator', ['number', 'string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], generator);
  }
  const bytes = Buffer.from(text(generator, 'generator', encoding));
  let significant = 0;
  while (significant < bytes.length && bytes[significant] === 0) significant++;
  if (bytes.length - significant === 0 || (bytes.length - significant === 1 && bytes[significant] <= 1)) throw badGenerator();
  return bytes;
}

// Checking takes long, so it is done when somebody asks.
function defineVerifyError(self) {
  ObjectDefineProperty(self, 'verifyError', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const value = binding.dhProblems(self[kHandle]);
      ObjectDefineProperty(self, 'verifyError', { __proto__: null, value, enumerable: true, writable: false, configurable: true });
      return value;
    },
  });
}

function DiffieHellmanGroup(name) {
  if (!(this instanceof DiffieHellmanGroup)) return new DiffieHellmanGroup(name);
  const prime = binding.dhGroupPrime(`${name}`);
  if (prime === undefined) throw new codes.ERR_CRYPTO_UNKNOWN_DH_GROUP();
  this[kHandle] = binding.createDh(prime, Buffer.from([DEFAULT_GENERATOR]));
  defineVerifyError(this);
}

function generateKeys(encoding) {
  binding.dhGenerateKeys(this[kHandle]);
  return encode(binding.dhPart(this[kHandle], 'publicKey'), encoding);
}

function computeSecret(key, inEnc, outEnc) {
  return encode(binding.dhAgree(this[kHandle], text(key, 'otherPublicKey', inEnc)), outEnc);
}

function missingKey(words) {
  const error = new Error(`No ${words} - did you forget to generate one?`);
  error.code = 'ERR_CRYPTO_INVALID_STATE';
  return error;
}

const named = (name, fn) => ObjectDefineProperty(fn, 'name', { __proto__: null, value: name, configurable: true });

function partOf(name, part, words) {
  return named(name, function (encoding) {
    const bytes = binding.dhPart(this[kHandle], part);
    if (bytes === undefined) throw missingKey(words);
    return encode(bytes, encoding);
  });
}

const methods = {
  __proto__: null,
  generateKeys,
  computeSecret,
  getPrime: partOf('getPrime', 'prime', 'prime'),
  getGenerator: partOf('getGenerator', 'generator', 'generator'),
  getPublicKey: partOf('getPublicKey', 'publicKey', 'public key'),
  getPrivateKey: partOf('getPrivateKey', 'privateKey', 'private key'),
};
for (const name in methods) {
  DiffieHellman.prototype[name] = methods[name];
  DiffieHellmanGroup.prototype[name] = methods[name];
}

DiffieHellman.prototype.setPublicKey = function setPublicKey(key, encoding) {
  binding.dhSetKey(this[kHandle], false, text(key, 'key', encoding));
  return this;
};

DiffieHellman.prototype.setPrivateKey = function setPrivateKey(key, encoding) {
  binding.dhSetKey(this[kHandle], true, text(key, 'key', encoding));
  return this;
};

function ECDH(curve) {
  if (!(this instanceof ECDH)) return new ECDH(curve);
  validateString(curve, 'curve');
  this[kHandle] = binding.createEcdh(curve);
  if (this[kHandle] === undefined) throw invalidCurve();
}

function invalidCurve() {
  const error = new TypeError('Invalid EC curve name');
  error.code = 'ERR_CRYPTO_INVALID_CURVE';
  return error;
}

function formOf(format) {
  if (!format) return 4;
  if (format === 'compressed') return 2;
  if (format === 'hybrid') return 6;
  if (format !== 'uncompressed') throw new codes.ERR_CRYPTO_ECDH_INVALID_FORMAT(format);
  return 4;
}

ECDH.prototype.computeSecret = function computeSecret(key, inEnc, outEnc) {
  return encode(binding.ecdhAgree(this[kHandle], text(key, 'otherPublicKey', inEnc)), outEnc);
};

ECDH.prototype.setPrivateKey = function setPrivateKey(key, encoding) {
  binding.ecdhSetPrivateKey(this[kHandle], text(key, 'key', encoding));
  return this;
};

ECDH.prototype.setPublicKey = require('internal/util/deprecate').deprecate(function setPublicKey(key, encoding) {
  binding.ecdhSetPublicKey(this[kHandle], text(key, 'key', encoding));
  return this;
}, 'ecdh.setPublicKey() is deprecated.', 'DEP0031');

ECDH.prototype.getPrivateKey = function getPrivateKey(encoding) {
  return encode(binding.ecdhPrivateKey(this[kHandle]), encoding);
};

ECDH.prototype.generateKeys = function generateKeys(encoding, format) {
  binding.ecdhGenerateKeys(this[kHandle]);
  return this.getPublicKey(encoding, format);
};

ECDH.prototype.getPublicKey = function getPublicKey(encoding, format) {
  return encode(binding.ecdhPublicKey(this[kHandle], formOf(format)), encoding);
};

ECDH.convertKey = function convertKey(key, curve, inEnc, outEnc, format) {
  validateString(curve, 'curve');
  const bytes = text(key, 'key', inEnc);
  const form = formOf(format);
  const converted = binding.convertPoint(bytes, curve, form);
  if (converted === undefined) throw invalidCurve();
  return encode(converted, outEnc);
};

const agreeing = ['dh', 'ec', 'x448', 'x25519'];

function diffieHellman(options, callback) {
  validateObject(options, 'options');
  const { privateKey, publicKey } = options;
  const { isKeyObject, preparePrivateKey, preparePublicOrPrivateKey } = require('internal/crypto/keys');
  if (callback !== undefined) validateFunction(callback, 'callback');
  const own = isKeyObject(privateKey) ? keyOf(privateKey, 'private') : missing(privateKey, 'options.privateKey', preparePrivateKey);
  const other = isKeyObject(publicKey) ? keyOf(publicKey, 'any') :
    missing(publicKey, 'options.publicKey', preparePublicOrPrivateKey);
  const ownKind = binding.keyKind(own);
  const otherKind = binding.keyKind(other);
  if (ownKind !== otherKind) {
    throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY('key types for Diffie-Hellman', `${ownKind} and ${otherKind}`);
  }
  if (!primordials.ArrayPrototypeIncludes(agreeing, ownKind)) {
    throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY('key types for Diffie-Hellman', `${ownKind} and ${otherKind}`);
  }
  if (callback === undefined) return toBuffer(binding.agree(own, other));
  request('DERIVEBITSREQUEST', (done) => binding.agree(own, other, done), (error, secret) => {
    if (error !== undefined) {
      callback(error);
    } else {
      callback(null, toBuffer(secret));
    }
  });
  return undefined;
}

function missing(value, name, read) {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') {
    throw new codes.ERR_INVALID_ARG_VALUE(name, value);
  }
  return read(value);
}

function keyOf(key, wanted) {
  const { handleOf } = require('internal/crypto/keys');
  if (wanted === 'private' ? key.type !== 'private' : key.type === 'secret') {
    throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(key.type, wanted === 'private' ? 'private' : 'private or public');
  }
  return handleOf(key);
}

function createDiffieHellman(sizeOrKey, keyEncoding, generator, generatorEncoding) {
  return new DiffieHellman(sizeOrKey, keyEncoding, generator, generatorEncoding);
}

function createDiffieHellmanGroup(name) {
  return new DiffieHellmanGroup(name);
}

function createECDH(curve) {
  return new ECDH(curve);
}

module.exports = {
  DiffieHellman, DiffieHellmanGroup, ECDH, createDiffieHellman, createDiffieHellmanGroup, createECDH, diffieHellman,
  getDiffieHellman: createDiffieHellmanGroup,
};
