// Sign and Verify, and both at once.
'use strict';

const { ArrayBufferIsView, FunctionPrototypeCall, ObjectSetPrototypeOf, RangeError, Symbol } = primordials;

const { codes } = require('internal/errors');
const { validateEncoding, validateFunction, validateString } = require('internal/validators');
const { Writable } = require('internal/stream/writable');
const { bytesOf, plainView, stringOrView, toBuffer } = require('internal/crypto/bytes');
const { request } = require('internal/crypto/request');
const binding = internalBinding('crypto');

const CONTEXT_MAX = 255;

const kHandle = Symbol('kHandle');
const kDigest = Symbol('kDigest');

function begin(self, algorithm, options) {
  validateString(algorithm, 'algorithm');
  const handle = binding.createHash(algorithm);
  if (handle === undefined) {
    const error = new TypeError('Invalid digest');
    error.code = 'ERR_CRYPTO_INVALID_DIGEST';
    throw error;
  }
  self[kHandle] = handle;
  self[kDigest] = algorithm;
  FunctionPrototypeCall(Writable, self, options);
}

function Sign(algorithm, options) {
  if (!(this instanceof Sign)) return new Sign(algorithm, options);
  begin(this, algorithm, options);
}
ObjectSetPrototypeOf(Sign.prototype, Writable.prototype);
ObjectSetPrototypeOf(Sign, Writable);

function write(chunk, encoding, callback) {
  this.update(chunk, encoding);
  callback();
}

function update(data, encoding) {
  if (typeof data === 'string') validateEncoding(data, encoding);
  if (this[kHandle] === null) throw new codes.ERR_CRYPTO_UNSUPPORTED_OPERATION();
  binding.updateHash(this[kHandle], stringOrView(data, 'data', encoding));
  return this;
}

Sign.prototype._write = write;
Sign.prototype.update = update;

// The digest is used up by its first signature.
function takeHash(self) {
  const hash = self[kHandle];
  if (hash === null) throw new Error('Not initialised');
  self[kHandle] = null;
  return hash;
}

// The options beside a key.
function paddingOf(options) {
  return intOption('padding', options);
}

function intOption(name, options) {
  const value = options?.[name];
  if (value === undefined) return undefined;
  if (value === value >> 0) return value;
  throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, value);
}

function isP1363(options) {
  const encoding = options?.dsaEncoding;
  if (encoding === undefined || encoding === 'der') return false;
  if (encoding === 'ieee-p1363') return true;
  throw new codes.ERR_INVALID_ARG_VALUE('options.dsaEncoding', encoding);
}

// What the message belongs to, for keys that sign messages themselves.
function contextOf(options) {
  const context = options?.context;
  if (context === undefined) return undefined;
  if (!ArrayBufferIsView(context)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.context', ['Buffer', 'TypedArray', 'DataView'], context);
  }
  const bytes = plainView(context);
  if (bytes.byteLength > CONTEXT_MAX) {
    const error = new RangeError(`context string must be at most ${CONTEXT_MAX} bytes`);
    error.code = 'ERR_OUT_OF_RANGE';
    throw error;
  }
  return bytes;
}

const optionsOf = (key) => (typeof key === 'object' && key !== null ? key : undefined);

Sign.prototype.sign = function sign(options, encoding) {
  if (!options) throw new codes.ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const { preparePrivateKey } = require('internal/crypto/keys');
  const key = preparePrivateKey(options);
  const extra = optionsOf(options);
  const padding = paddingOf(extra);
  const saltLength = intOption('saltLength', extra);
  const p1363 = isP1363(extra);
  const signature = toBuffer(binding.signHash(takeHash(this), this[kDigest], key, padding, saltLength, p1363));
  return encoding && encoding !== 'buffer' ? signature.toString(encoding) : signature;
};

function Verify(algorithm, options) {
  if (!(this instanceof Verify)) return new Verify(algorithm, options);
  begin(this, algorithm, options);
}
ObjectSetPrototypeOf(Verify.prototype, Writable.prototype);
ObjectSetPrototypeOf(Verify, Writable);

Verify.prototype._write = write;
Verify.prototype.update = update;

Verify.prototype.verify = function verify(options, signature, sigEncoding) {
  const { preparePublicOrPrivateKey } = require('internal/crypto/keys');
  const key = preparePublicOrPrivateKey(options);
  const extra = optionsOf(options);
  const padding = paddingOf(extra);
  const saltLength = intOption('saltLength', extra);
  const p1363 = isP1363(extra);
  const bytes = bytesOf(signature, 'signature', sigEncoding);
  return binding.verifyHash(takeHash(this), this[kDigest], key, bytes, padding, saltLength, p1363);
};

function createSign(algorithm, options) {
  return new Sign(algorithm, options);
}

function createVerify(algorithm, options) {
  return new Verify(algorithm, options);
}

function signOneShot(algorithm, data, key, callback) {
  if (algorithm != null) validateString(algorithm, 'algorithm');
  if (callback !== undefined) validateFunction(callback, 'callback');
  const bytes = dataOf(data, 'data');
  if (!key) throw new codes.ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const extra = optionsOf(key);
  const padding = paddingOf(extra);
  const saltLength = intOption('saltLength', extra);
  const p1363 = isP1363(extra);
  const context = contextOf(extra);
  const handle = require('internal/crypto/keys').preparePrivateKey(key);
  const digest = algorithm ?? undefined;
  if (callback === undefined) return toBuffer(binding.sign(digest, bytes, handle, padding, saltLength, p1363, context));
  request('SIGNREQUEST', (done) => binding.sign(digest, bytes, handle, padding, saltLength, p1363, context, done), (error, signature) => {
    if (error !== undefined) {
      callback(error);
    } else {
      callback(null, toBuffer(signature));
    }
  });
  return undefined;
}

function verifyOneShot(algorithm, data, key, signature, callback) {
  if (algorithm != null) validateString(algorithm, 'algorithm');
  if (callback !== undefined) validateFunction(callback, 'callback');
  const bytes = dataOf(data, 'data');
  const extra = optionsOf(key);
  const padding = paddingOf(extra);
  const saltLength = intOption('saltLength', extra);
  const p1363 = isP1363(extra);
  const context = contextOf(extra);
  const signed = dataOf(signature, 'signature');
  const handle = require('internal/crypto/keys').preparePublicOrPrivateKey(key);
  const digest = algorithm ?? undefined;
  if (callback === undefined) return binding.verify(digest, bytes, handle, signed, padding, saltLength, p1363, context);
  request('SIGNREQUEST', (done) => binding.verify(digest, bytes, handle, signed, padding, saltLength, p1363, context, done), (error, answer) => {
    if (error !== undefined) {
      callback(error);
    } else {
      callback(null, answer);
    }
  });
  return undefined;
}

function dataOf(value, name) {
  return bytesOf(value, name);
}

module.exports = { Sign, Verify, createSign, createVerify, sign: signOneShot, verify: verifyOneShot };
