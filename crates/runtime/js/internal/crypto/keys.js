// KeyObject and its three classes, and keys in any form as the operations take them.
//
// A prepared key is the native handle. What a program gives is a KeyObject, a CryptoKey, text or bytes of a key, or an
// object with one of them as `key` and how to read it beside.
'use strict';

const {
  BigInt, ObjectDefineProperties, ObjectDefineProperty, Symbol, SymbolToStringTag,
} = primordials;

const { codes } = require('internal/errors');
const { validateObject, validateOneOf, validateString } = require('internal/validators');
const { Buffer } = require('internal/buffer/buffer');
const { bytesOf, encodedString, isBytes, plainView, toBuffer } = require('internal/crypto/bytes');
const { growsFromSeed, isPrivateFormat, isPublicFormat, read: readRaw, write: writeRaw } = require('internal/crypto/raw_keys');
const { isCryptoKey, slotsOf } = require('web/crypto/crypto_key');
const binding = internalBinding('crypto');

const kPrivate = Symbol('kPrivate');
let handleOf;
let isKeyObject;

class KeyObject {
  #type;
  #handle;

  constructor(type, handle) {
    if (type !== 'secret' && type !== 'public' && type !== 'private') throw new codes.ERR_INVALID_ARG_VALUE('type', type);
    if (typeof handle !== 'object' || handle === null || handle.token !== kPrivate) {
      throw new codes.ERR_INVALID_ARG_TYPE('handle', 'object', handle);
    }
    this.#type = type;
    this.#handle = handle.native;
  }

  static {
    handleOf = (key) => key.#handle;
    isKeyObject = (value) => value !== null && typeof value === 'object' && #handle in value;
  }

  get type() {
    return this.#type;
  }

  static from(key) {
    if (!isCryptoKey(key)) throw new codes.ERR_INVALID_ARG_TYPE('key', 'CryptoKey', key);
    const { handle, type } = slotsOf(key);
    return wrap(handle, type);
  }

  toCryptoKey(algorithm, extractable, keyUsages) {
    if (!isKeyObject(this)) throw new codes.ERR_INVALID_THIS('KeyObject');
    return require('web/crypto/key_objects').toCryptoKey(this.#handle, this.#type, algorithm, extractable, keyUsages);
  }

  equals(otherKeyObject) {
    if (!isKeyObject(otherKeyObject)) throw new codes.ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', otherKeyObject);
    return otherKeyObject.type === this.type && binding.keysEqual(this.#handle, handleOf(otherKeyObject));
  }
}

ObjectDefineProperties(KeyObject.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'KeyObject' },
});

class SecretKeyObject extends KeyObject {
  constructor(native) { super('secret', { token: kPrivate, native }); }

  get symmetricKeySize() {
    return binding.secretSize(handleOf(this));
  }

  export(options) {
    if (options !== undefined) {
      validateObject(options, 'options');
      validateOneOf(options.format, 'options.format', [undefined, 'buffer', 'jwk']);
      if (options.format === 'jwk') {
        return { kty: 'oct', k: toBuffer(binding.secretBytes(handleOf(this))).toString('base64url') };
      }
    }
    return toBuffer(binding.secretBytes(handleOf(this)));
  }
}

class AsymmetricKeyObject extends KeyObject {
  #kind;
  #details;

  constructor(type, native) { super(type, { token: kPrivate, native }); }

  get asymmetricKeyType() {
    return this.#kind ??= binding.keyKind(handleOf(this));
  }

  get asymmetricKeyDetails() {
    return { ...this.#details ??= detailsOf(handleOf(this)) };
  }
}

function detailsOf(handle) {
  const details = binding.keyDetails(handle);
  if (details.publicExponent !== undefined) {
    details.publicExponent = BigInt(`0x${toBuffer(details.publicExponent).toString('hex')}`);
  }
  return details;
}

class PublicKeyObject extends AsymmetricKeyObject {
  constructor(native) { super('public', native); }

  export(options) {
    if (options?.format === 'jwk') return exportJwk(handleOf(this));
    if (isPublicFormat(options?.format)) return writeRaw(handleOf(this), options.format, options.type);
    const encoding = publicEncoding(options, this.asymmetricKeyType);
    return written(binding.exportPublic(handleOf(this), encoding.type, encoding.format));
  }
}

class PrivateKeyObject extends AsymmetricKeyObject {
  constructor(native) { super('private', native); }

  export(options) {
    const format = options?.format;
    if (format === 'jwk' || isPrivateFormat(format)) {
      if (options.passphrase !== undefined || options.cipher !== undefined) {
        throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(format, 'does not support encryption');
      }
      return format === 'jwk' ? exportJwk(handleOf(this)) : writeRaw(handleOf(this), format);
    }
    const encoding = privateEncoding(options, this.asymmetricKeyType);
    return written(binding.exportPrivate(handleOf(this), encoding.type, encoding.format, encoding.cipher, encoding.passphrase));
  }
}

const written = (result) => (typeof result === 'string' ? result : toBuffer(result));

function wrap(native, type) {
  if (type === 'secret') return new SecretKeyObject(native);
  return type === 'public' ? new PublicKeyObject(native) : new PrivateKeyObject(native);
}

ObjectDefineProperty(KeyObject, 'name', { __proto__: null, value: 'KeyObject', configurable: true });

// How a key is written. `name` is the option's path in messages.

function formatOf(format, name, fallback) {
  if (format === undefined && fallback !== undefined) return fallback;
  if (format === 'pem' || format === 'der') return format;
  throw new codes.ERR_INVALID_ARG_VALUE(name, format);
}

function publicEncoding(options, kind, name) {
  validateObject(options, name ?? 'options');
  const path = (option) => (name === undefined ? `options.${option}` : `${name}.${option}`);
  const format = formatOf(options.format, path('format'));
  const { type } = options;
  if (type === undefined || (type !== 'pkcs1' && type !== 'spki')) throw new codes.ERR_INVALID_ARG_VALUE(path('type'), type);
  if (type === 'pkcs1' && kind !== undefined && kind !== 'rsa') {
    throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('pkcs1', 'can only be used for RSA keys');
  }
  return { __proto__: null, format, type };
}

function privateEncoding(options, kind, name) {
  validateObject(options, name ?? 'options');
  const path = (option) => (name === undefined ? `options.${option}` : `${name}.${option}`);
  const format = formatOf(options.format, path('format'));
  const { type, cipher, passphrase, encoding } = options;
  if (type !== 'pkcs1' && type !== 'pkcs8' && type !== 'sec1') throw new codes.ERR_INVALID_ARG_VALUE(path('type'), type);
  if (type === 'pkcs1' && kind !== undefined && kind !== 'rsa') {
    throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('pkcs1', 'can only be used for RSA keys');
  }
  if (type === 'sec1' && kind !== undefined && kind !== 'ec') {
    throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('sec1', 'can only be used for EC keys');
  }
  let secret;
  if (cipher !== undefined && cipher !== null) {
    if (typeof cipher !== 'string') throw new codes.ERR_INVALID_ARG_VALUE(path('cipher'), cipher);
    if (format === 'der' && type !== 'pkcs8') {
      throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, 'does not support encryption');
    }
    if (typeof passphrase !== 'string' && !isBytes(passphrase)) throw new codes.ERR_INVALID_ARG_VALUE(path('passphrase'), passphrase);
    secret = bytesOf(passphrase, path('passphrase'), encoding);
  } else if (passphrase !== undefined && passphrase !== null) {
    throw new codes.ERR_INVALID_ARG_VALUE(path('cipher'), cipher);
  }
  return { __proto__: null, format, type, cipher: cipher ?? undefined, passphrase: secret };
}

// JWK: numbers as base64url.

const jwkCurves = { '__proto__': null, 'prime256v1': 'P-256', 'secp256k1': 'secp256k1', 'secp384r1': 'P-384', 'secp521r1': 'P-521' };
const curveNames = { '__proto__': null, 'P-256': 'prime256v1', 'secp256k1': 'secp256k1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };
const okpNames = { __proto__: null, ed25519: 'Ed25519', ed448: 'Ed448', x25519: 'X25519', x448: 'X448' };
const okpKinds = { __proto__: null, Ed25519: 'ed25519', Ed448: 'ed448', X25519: 'x25519', X448: 'x448' };
const jwkOrder = ['x', 'y', 'n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'];

function exportJwk(handle) {
  const kind = binding.keyKind(handle);
  const jwk = {};
  if (kind === 'rsa') {
    jwk.kty = 'RSA';
  } else if (kind === 'ec') {
    const { namedCurve } = binding.keyDetails(handle);
    jwk.kty = 'EC';
    if (jwkCurves[namedCurve] === undefined) throw new codes.ERR_CRYPTO_JWK_UNSUPPORTED_CURVE(namedCurve);
  } else if (okpNames[kind] !== undefined) {
    jwk.kty = 'OKP';
    jwk.crv = okpNames[kind];
  } else if (binding.postQuantumName(kind) !== undefined) {
    jwk.kty = 'AKP';
    jwk.alg = binding.postQuantumName(kind);
  } else {
    throw new codes.ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE();
  }
  const parts = binding.exportJwk(handle);
  const text = (name) => toBuffer(parts[name]).toString('base64url');
  if (okpNames[kind] !== undefined) {
    jwk.x = text('x');
    if (parts.d !== undefined) jwk.d = text('d');
    return jwk;
  }
  if (jwk.kty === 'AKP') {
    jwk.pub = text('pub');
    if (parts.priv !== undefined) jwk.priv = text('priv');
    return jwk;
  }
  for (let i = 0; i < jwkOrder.length; i++) {
    if (parts[jwkOrder[i]] !== undefined) jwk[jwkOrder[i]] = text(jwkOrder[i]);
    if (kind === 'ec' && jwkOrder[i] === 'y') jwk.crv = jwkCurves[binding.keyDetails(handle).namedCurve];
  }
  return jwk;
}

// The handle of a key in JWK; `wanted` is 'public' or 'private'.
function importJwk(key, wanted) {
  validateObject(key, 'key.key');
  if (key.kty === 'AKP') return importPostQuantumJwk(key, wanted);
  if (key.kty !== 'RSA' && key.kty !== 'EC' && key.kty !== 'OKP') {
    throw new codes.ERR_CRYPTO_INVALID_JWK(`${key.kty} is not a supported JWK key type`);
  }
  const isPrivate = wanted === 'private';
  const bytes = (name) => {
    validateString(key[name], `key.${name}`);
    return Buffer.from(key[name], 'base64url');
  };
  if (key.kty === 'OKP') {
    validateOneOf(key.crv, 'key.crv', ['Ed25519', 'Ed448', 'X25519', 'X448']);
    const hasPrivate = isPrivate || (wanted === 'any' && key.d !== undefined);
    const publicBytes = bytes('x');
    const raw = hasPrivate ? bytes('d') : publicBytes;
    const handle = binding.importRaw(okpKinds[key.crv], raw, hasPrivate);
    if (handle === undefined) throw new codes.ERR_CRYPTO_INVALID_JWK();
    return handle;
  }
  if (key.kty === 'EC') {
    validateOneOf(key.crv, 'key.crv', ['P-256', 'secp256k1', 'P-384', 'P-521']);
    const x = bytes('x');
    const y = bytes('y');
    const point = Buffer.concat([Buffer.from([4]), x, y]);
    const handle = binding.importEc(curveNames[key.crv], point, isPrivate ? bytes('d') : undefined);
    if (handle === undefined) throw new codes.ERR_CRYPTO_INVALID_JWK('Invalid JWK EC key');
    return handle;
  }
  const parts = isPrivate ? ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] : ['n', 'e'];
  const numbers = [];
  for (let i = 0; i < parts.length; i++) {
    if (typeof key[parts[i]] !== 'string') throw new codes.ERR_CRYPTO_INVALID_JWK('Invalid JWK RSA key');
    numbers[i] = Buffer.from(key[parts[i]], 'base64url');
  }
  return primordials.ReflectApply(binding.importRsa, undefined, numbers);
}

// A key whose kind is the name of an algorithm, with the public half always there.
function importPostQuantumJwk({ alg, pub, priv }, wanted) {
  const kind = typeof alg === 'string' ? binding.postQuantumKind(alg) : undefined;
  if (kind === undefined) throw new codes.ERR_CRYPTO_INVALID_JWK('Unsupported JWK AKP "alg"');
  if (wanted === 'private' && priv === undefined) throw new codes.ERR_CRYPTO_INVALID_JWK('JWK does not contain private key material');
  const invalid = () => new codes.ERR_CRYPTO_INVALID_JWK('Invalid JWK AKP key');
  if (typeof pub !== 'string' || (priv !== undefined && typeof priv !== 'string')) throw invalid();
  const publicBytes = Buffer.from(pub, 'base64url');
  const hasPrivate = priv !== undefined && wanted !== 'public';
  let handle;
  if (!hasPrivate) handle = binding.importRaw(kind, publicBytes, false);
  else if (growsFromSeed(kind)) handle = binding.importSeed(kind, Buffer.from(priv, 'base64url'));
  else handle = binding.importRaw(kind, Buffer.from(priv, 'base64url'), true);
  if (handle === undefined || !publicBytes.equals(binding.rawPublic(handle))) throw invalid();
  return handle;
}

// What a program gives as a key.

// `wanted` is 'public', 'private' or 'any'; `from` is 'create' when a KeyObject is being made of it, else 'use'.
function prepare(key, wanted, from) {
  if (isKeyObject(key)) return handleFor(key, wanted, from);
  if (isCryptoKey(key)) return handleFor(KeyObject.from(key), wanted, from);
  if (typeof key === 'string' || isBytes(key)) return binding.parseKey(plainView(key), 'pem', '', undefined, parserFor(wanted));
  if (typeof key !== 'object' || key === null) throw new codes.ERR_INVALID_ARG_TYPE('key', typeNames(from), key);
  const { key: data, encoding, format } = key;
  if (isKeyObject(data)) return handleFor(data, wanted, from, 'key.key');
  if (isCryptoKey(data)) return handleFor(KeyObject.from(data), wanted, from, 'key.key');
  if (format === 'jwk') return importJwk(data, wanted === 'private' ? 'private' : wanted);
  if (isPublicFormat(format) || isPrivateFormat(format)) return readRaw(key, wanted);
  if (typeof data !== 'string' && !isBytes(data)) throw new codes.ERR_INVALID_ARG_TYPE('key.key', typeNames(from), data);
  return parse(key, bytesOf(data, 'key', encoding), wanted);
}

const parserFor = (wanted) => (wanted === 'private' ? 'private' : 'any');

const typeNames = (from) => (from === 'create' ?
  ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'URL'] :
  ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey', 'URL']);

function parse(options, data, wanted) {
  const format = formatOf(options.format, 'key.format', 'pem');
  const { type, encoding } = options;
  let { passphrase } = options;
  if (format === 'der') {
    const allowed = wanted === 'private' ? ['pkcs1', 'pkcs8', 'sec1'] : ['pkcs1', 'pkcs8', 'sec1', 'spki'];
    if (!primordials.ArrayPrototypeIncludes(allowed, type)) throw new codes.ERR_INVALID_ARG_VALUE('key.type', type);
  }
  if (passphrase !== undefined && passphrase !== null) {
    if (typeof passphrase !== 'string' && !isBytes(passphrase)) {
      throw new codes.ERR_INVALID_ARG_TYPE('key.passphrase', ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], passphrase);
    }
    passphrase = bytesOf(passphrase, 'key.passphrase', encoding);
    if ((typeof passphrase === 'string' ? passphrase.length : passphrase.byteLength) > 1024) {
      const error = new Error('error:07880109:common libcrypto routines::interrupted or cancelled');
      error.code = 'ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED';
      throw error;
    }
  }
  return binding.parseKey(data, format, type ?? '', passphrase ?? undefined, parserFor(wanted));
}

function handleFor(key, wanted, from, name = 'key') {
  const { type } = key;
  if (from === 'create') {
    if (wanted === 'private') throw new codes.ERR_INVALID_ARG_TYPE(name, typeNames(from), key);
    if (type !== 'private') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(type, 'private');
    return handleOf(key);
  }
  if (type === 'secret') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(type, wanted === 'private' ? 'private' : 'private or public');
  if (wanted === 'private' && type !== 'private') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(type, 'private');
  return handleOf(key);
}

const preparePrivateKey = (key) => prepare(key, 'private', 'use');
const preparePublicOrPrivateKey = (key) => prepare(key, 'any', 'use');

// The bytes of a key that is only bytes, or a handle's copy of them.
function secretBytes(key, encoding) {
  if (isCryptoKey(key)) key = KeyObject.from(key);
  if (isKeyObject(key)) {
    if (key.type !== 'secret') throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(key.type, 'secret');
    return binding.secretBytes(handleOf(key));
  }
  if (typeof key === 'string') return encodedString(key, encoding);
  if (isBytes(key)) return plainView(key);
  throw new codes.ERR_INVALID_ARG_TYPE(
    'key', ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey'], key);
}

function createSecretKey(key, encoding) {
  if (typeof key !== 'string' && !isBytes(key)) {
    throw new codes.ERR_INVALID_ARG_TYPE('key', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], key);
  }
  return new SecretKeyObject(binding.secretKey(bytesOf(key, 'key', encoding)));
}

function createPublicKey(key) {
  const handle = prepare(key, 'public', 'create');
  // A private key has the public one in it.
  return new PublicKeyObject(binding.publicOfPrivate(handle));
}

function createPrivateKey(key) {
  return new PrivateKeyObject(prepare(key, 'private', 'create'));
}

// A copy has the same native key: keys do not change.
require('web/cloneable_kinds').registerPlatform({
  __proto__: null,
  name: 'KeyObject',
  is: isKeyObject,
  clone: (key) => wrap(handleOf(key), key.type),
  pack: (key) => packHandle(handleOf(key), key.type),
  unpack: (packed) => wrap(unpackHandle(packed), packed[0]),
});

// A native key on its way to another thread.
function packHandle(handle, type) {
  if (type === 'secret') return [type, binding.secretBytes(handle)];
  return [type, type === 'public' ? binding.exportPublic(handle, 'spki', 'der') : binding.exportPrivate(handle, 'pkcs8', 'der')];
}

function unpackHandle({ 0: type, 1: bytes }) {
  if (type === 'secret') return binding.secretKey(bytes);
  const key = { key: toBuffer(bytes), format: 'der', type: type === 'public' ? 'spki' : 'pkcs8' };
  return handleOf(type === 'public' ? createPublicKey(key) : createPrivateKey(key));
}

module.exports = {
  KeyObject, createPrivateKey, createPublicKey, createSecretKey, exportJwk, handleOf, importJwk, isKeyObject, packHandle,
  preparePrivateKey,
  preparePublicOrPrivateKey, privateEncoding, publicEncoding, secretBytes, unpackHandle, wrap, written,
};
