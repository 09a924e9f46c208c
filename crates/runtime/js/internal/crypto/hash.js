// Hash, Hmac and the digest at once.
'use strict';

const { FunctionPrototypeCall, ObjectSetPrototypeOf, SafeMap, StringPrototypeToLowerCase, Symbol } = primordials;

const { codes } = require('internal/errors');
const { validateString, validateUint32 } = require('internal/validators');
const { inEncoding, stringOrView } = require('internal/crypto/bytes');
const { LazyTransform } = require('internal/crypto/lazy_transform');
const { normalizeEncoding } = require('internal/buffer/encodings');
const binding = internalBinding('crypto');

const kHandle = Symbol('kHandle');
const kState = Symbol('kState');
const kFinalized = Symbol('kFinalized');
const kLength = Symbol('kOutputLength');
const kDone = Symbol('kDone');

function assertOpen(self) {
  if (self[kState][kFinalized]) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
}

// What is known of a digest, by the name that a program has for it.
const kinds = new SafeMap();

function kindOf(algorithm) {
  let kind = kinds.get(algorithm);
  if (kind !== undefined) return kind;
  const number = binding.hashKind(algorithm);
  if (number === undefined) throw new Error('Digest method not supported');
  kind = { __proto__: null, number, size: binding.hashSize(number) };
  kinds.set(algorithm, kind);
  return kind;
}

// Native digests that are done, to be begun anew: an object that the collector has to be told of costs as much as a short
// digest.
const MOST_SPARE = 16;
const spares = [];
let spareCount = 0;

function begin(kind, data) {
  if (spareCount === 0) return binding.startHash(kind.number, data);
  const spare = spares[--spareCount];
  spares[spareCount] = undefined;
  return binding.startHash(kind.number, data, spare);
}

// The native digest is made with the first bytes that it is to take, in one call.
const HashHandle = class Hash {
  #kind;
  #native;

  constructor(kind, native) {
    this.#kind = kind;
    this.#native = native;
  }

  get size() {
    return this.#kind.size;
  }

  update(data) {
    if (this.#native === null) return false;
    if (this.#native !== undefined) return binding.updateHash(this.#native, data);
    this.#native = begin(this.#kind, data);
    return true;
  }

  digest(form, length) {
    this.#native ??= begin(this.#kind, undefined);
    return binding.digestHash(this.#native, form, length);
  }

  // Nothing is asked of it any more.
  release() {
    if (spareCount === MOST_SPARE) return;
    spares[spareCount++] = this.#native;
    this.#native = null;
  }

  copy() {
    return new HashHandle(this.#kind, this.#native === undefined ? undefined : binding.copyHash(this.#native));
  }
};

function Hash(algorithm, options, handle = undefined, length = undefined) {
  if (!new.target) return new Hash(algorithm, options);
  if (handle === undefined) {
    validateString(algorithm, 'algorithm');
    length = outputLength(options);
    handle = new HashHandle(kindOf(algorithm), undefined);
  }
  this[kHandle] = handle;
  this[kState] = { [kFinalized]: false };
  // Of a digest whose length is free; of the others only their own is good.
  checkLength(this, algorithm, length);
  FunctionPrototypeCall(LazyTransform, this, options);
}
ObjectSetPrototypeOf(Hash.prototype, LazyTransform.prototype);
ObjectSetPrototypeOf(Hash, LazyTransform);

function outputLength(options) {
  const length = typeof options === 'object' && options !== null ? options.outputLength : undefined;
  if (length !== undefined) validateUint32(length, 'options.outputLength');
  return length;
}

function checkLength(hash, algorithm, length) {
  const { size } = hash[kHandle];
  if (length !== undefined) hash[kLength] = length;
  if (length === undefined) {
    if (size < 0) warnAboutShake(algorithm);
    return;
  }
  if (size >= 0 && size !== length) {
    const error = new Error('error:030000B2:digital envelope routines::not XOF or invalid length');
    error.library = 'digital envelope routines';
    error.reason = 'not XOF or invalid length';
    error.code = 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH';
    throw error;
  }
}

let hasWarned = false;

function warnAboutShake() {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning(
    'Creating SHAKE128/256 digests without an explicit options.outputLength is deprecated.', 'DeprecationWarning', 'DEP0198');
}

Hash.prototype.copy = function copy(options) {
  assertOpen(this);
  const length = outputLength(options);
  return new Hash(undefined, options, this[kHandle].copy(), length);
};

Hash.prototype._transform = function _transform(chunk, encoding, callback) {
  this[kHandle].update(stringOrView(chunk, 'data', encoding));
  callback();
};

// What comes out as a stream can be asked for once more.
Hash.prototype._flush = function _flush(callback) {
  assertOpen(this);
  this[kDone] = digestOf(this, undefined);
  this.push(this[kDone]);
  callback();
};

Hash.prototype.update = function update(data, encoding) {
  assertOpen(this);
  if (!this[kHandle].update(stringOrView(data, 'data', encoding))) throw new codes.ERR_CRYPTO_HASH_UPDATE_FAILED();
  return this;
};

Hash.prototype.digest = function digest(encoding) {
  assertOpen(this);
  if (this[kDone] !== undefined) {
    this[kState][kFinalized] = true;
    return encoding === undefined || encoding === 'buffer' ? this[kDone] : this[kDone].toString(encoding);
  }
  const result = digestOf(this, encoding === undefined ? undefined : `${encoding}`);
  this[kState][kFinalized] = true;
  this[kHandle].release();
  return result;
};

function digestOf(hash, encoding) {
  return inEncoding(encoding, (form) => hash[kHandle].digest(form, hash[kLength]));
}

const HmacHandle = class Hmac {
  #native;

  constructor(algorithm, key) {
    this.#native = binding.createHmac(algorithm, key);
  }

  update(data) {
    return binding.updateHmac(this.#native, data);
  }

  digest(form) {
    return binding.digestHmac(this.#native, form);
  }
};

function Hmac(hmac, key, options) {
  if (!new.target) return new Hmac(hmac, key, options);
  validateString(hmac, 'hmac');
  const encoding = options?.encoding;
  const bytes = require('internal/crypto/keys').secretBytes(key, encoding);
  this[kHandle] = new HmacHandle(hmac, bytes);
  this[kState] = { [kFinalized]: false };
  FunctionPrototypeCall(LazyTransform, this, options);
}
ObjectSetPrototypeOf(Hmac.prototype, LazyTransform.prototype);
ObjectSetPrototypeOf(Hmac, LazyTransform);

Hmac.prototype.update = function update(data, encoding) {
  assertOpen(this);
  if (!this[kHandle].update(stringOrView(data, 'data', encoding))) throw new codes.ERR_CRYPTO_HASH_UPDATE_FAILED();
  return this;
};

Hmac.prototype.digest = function digest(encoding) {
  const isDone = this[kState][kFinalized];
  // Asked twice it gives nothing, and does not say so.
  const { FastBuffer } = require('internal/buffer/fast_buffer');
  if (isDone) return encoding === undefined || encoding === 'buffer' ? new FastBuffer() : '';
  const result = inEncoding(encoding === undefined ? undefined : `${encoding}`, (form) => this[kHandle].digest(form));
  this[kState][kFinalized] = true;
  return result;
};

Hmac.prototype._transform = function _transform(chunk, encoding, callback) {
  this[kHandle].update(stringOrView(chunk, 'data', encoding));
  callback();
};

Hmac.prototype._flush = function _flush(callback) {
  this.push(this.digest());
  callback();
};

// The digest of `input` in one call of the binding.
function hash(algorithm, input, options = undefined) {
  validateString(algorithm, 'algorithm');
  const data = stringOrView(input, 'input');
  let encoding;
  let length;
  if (typeof options === 'string') {
    encoding = options;
  } else if (options !== undefined) {
    if (typeof options !== 'object' || options === null) throw new codes.ERR_INVALID_ARG_TYPE('options', ['Object', 'string'], options);
    encoding = options.outputEncoding;
    length = outputLength(options);
    if (encoding !== undefined) validateString(encoding, 'outputEncoding');
  }
  encoding ??= 'hex';
  if (StringPrototypeToLowerCase(encoding) === 'buffer') {
    encoding = 'buffer';
  } else if (normalizeEncoding(encoding) === undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE('outputEncoding', encoding);
  }
  return inEncoding(encoding, (form) => {
    const result = binding.hash(algorithm, data, form, length);
    if (result === undefined) throw new Error(`Digest method ${algorithm} is not supported`);
    if (result === null) throw new Error(`Output length ${length} is invalid for ${algorithm}, which does not support XOF`);
    return result;
  });
}

// Hash and Hmac are to be made with these two; called by a program they warn.
function createHash(algorithm, options) {
  return new Hash(algorithm, options);
}

function createHmac(hmac, key, options) {
  return new Hmac(hmac, key, options);
}

const { deprecate } = require('internal/util/deprecate');

module.exports = {
  Hash: deprecate(Hash, 'crypto.Hash constructor is deprecated.', 'DEP0179'),
  Hmac: deprecate(Hmac, 'crypto.Hmac constructor is deprecated.', 'DEP0181'),
  createHash,
  createHmac,
  hash,
};
