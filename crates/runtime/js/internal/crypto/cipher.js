// Cipheriv and Decipheriv, encryption with keys of RSA, and what is known of ciphers.
'use strict';

const { FunctionPrototypeCall, ObjectSetPrototypeOf, SafeMap, StringPrototypeToLowerCase, Symbol } = primordials;

const { codes } = require('internal/errors');
const { validateEncoding, validateInt32, validateObject, validateString } = require('internal/validators');
const { FastBuffer } = require('internal/buffer/fast_buffer');
const { normalizeEncoding } = require('internal/buffer/encodings');
const { bytesOf, stringOrView, toBuffer } = require('internal/crypto/bytes');
const { LazyTransform } = require('internal/crypto/lazy_transform');
const { constants } = require('internal/crypto/constants');
const { isUint8Array } = require('internal/util/views');
const binding = internalBinding('crypto');

const kHandle = Symbol('kHandle');
const kInPlace = Symbol('kInPlace');

// The usual length of a tag.
const TAG_LENGTH = 16;

// Ciphers that have been made, and whether they work where the text is.
const inPlace = new SafeMap();

function isInPlace(cipher) {
  let known = inPlace.get(cipher);
  if (known === undefined) {
    known = binding.isCipherInPlace(cipher);
    inPlace.set(cipher, known);
  }
  return known;
}

function initialize(self, cipher, key, options, iv, isEncrypting) {
  validateString(cipher, 'cipher');
  const { secretBytes } = require('internal/crypto/keys');
  const bytes = secretBytes(key, optionEncoding(options, 'encoding'));
  const vector = iv === null ? null : bytesOf(iv, 'iv');
  let tagLength = options?.authTagLength;
  if (tagLength === undefined || tagLength === null) {
    tagLength = undefined;
  } else if (typeof tagLength !== 'number' || tagLength >>> 0 !== tagLength || tagLength > 2147483647) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.authTagLength', tagLength);
  }
  self._decoder = null;
  self[kHandle] = binding.createCipher(cipher, isEncrypting, bytes, vector, tagLength);
  self[kInPlace] = isInPlace(cipher);
  FunctionPrototypeCall(LazyTransform, self, options);
}

const optionEncoding = (options, name) => (typeof options === 'object' && options !== null ? options[name] : undefined);

// Text may end in the middle of a character: the decoder keeps the rest.
function decoderOf(self, encoding) {
  const normal = normalizeEncoding(encoding);
  if (self._decoder === null) {
    if (normal === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    const { StringDecoder } = require('string_decoder');
    self._decoder = new StringDecoder(encoding);
  } else if (self._decoder.encoding !== normal) {
    if (normal === undefined) throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    throw new codes.ERR_INVALID_ARG_VALUE('outputEncoding', encoding, `cannot be changed from '${self._decoder.encoding}'`);
  }
  return self._decoder;
}

const isText = (encoding) => encoding && encoding !== 'buffer';

function Cipheriv(cipher, key, iv, options) {
  if (!new.target) return new Cipheriv(cipher, key, iv, options);
  initialize(this, cipher, key, options, iv, true);
}

function Decipheriv(cipher, key, iv, options) {
  if (!new.target) return new Decipheriv(cipher, key, iv, options);
  initialize(this, cipher, key, options, iv, false);
}

function update(data, inputEncoding, outputEncoding) {
  if (typeof data === 'string') validateEncoding(data, inputEncoding);
  const bytes = updated(this, stringOrView(data, 'data', inputEncoding));
  return isText(outputEncoding) ? decoderOf(this, outputEncoding).write(bytes) : bytes;
}

function updated(self, input) {
  if (self[kInPlace] && isUint8Array(input)) {
    const text = new FastBuffer(input);
    binding.updateCipherInPlace(self[kHandle], text);
    return text;
  }
  // Most ciphers give as much as they get.
  const target = typeof input === 'string' ? undefined : new FastBuffer(input.byteLength);
  const made = binding.updateCipher(self[kHandle], input, target);
  return made === target ? target : toBuffer(made);
}

function final(outputEncoding) {
  const made = binding.finalCipher(this[kHandle]);
  const bytes = made === undefined ? new FastBuffer() : toBuffer(made);
  return isText(outputEncoding) ? decoderOf(this, outputEncoding).end(bytes) : bytes;
}

function setAutoPadding(ap) {
  if (!binding.setCipherPadding(this[kHandle], ap === undefined ? true : !!ap)) {
    throw new codes.ERR_CRYPTO_INVALID_STATE('setAutoPadding');
  }
  return this;
}

function setAAD(aadbuf, options) {
  const encoding = optionEncoding(options, 'encoding');
  const length = options?.plaintextLength;
  const bytes = bytesOf(aadbuf, 'aadbuf', encoding);
  if (length !== undefined && (typeof length !== 'number' || length >>> 0 !== length)) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.plaintextLength', length);
  }
  if (!binding.setCipherAAD(this[kHandle], bytes, length)) throw new codes.ERR_CRYPTO_INVALID_STATE('setAAD');
  return this;
}

function getAuthTag() {
  const target = new FastBuffer(TAG_LENGTH);
  const tag = binding.cipherTag(this[kHandle], target);
  if (tag === undefined) throw new codes.ERR_CRYPTO_INVALID_STATE('getAuthTag');
  return tag === target ? target : toBuffer(tag);
}

function setAuthTag(tagbuf, encoding) {
  const bytes = bytesOf(tagbuf, 'buffer', encoding);
  if (!binding.setCipherTag(this[kHandle], bytes)) throw new codes.ERR_CRYPTO_INVALID_STATE('setAuthTag');
  return this;
}

function addMethods(Class) {
  ObjectSetPrototypeOf(Class.prototype, LazyTransform.prototype);
  ObjectSetPrototypeOf(Class, LazyTransform);
  const { prototype } = Class;
  prototype._transform = function _transform(chunk, encoding, callback) {
    let result;
    try {
      result = this.update(chunk, encoding);
    } catch (error) {
      callback(error);
      return;
    }
    this.push(result);
    callback();
  };
  prototype._flush = function _flush(callback) {
    try {
      this.push(this.final());
    } catch (error) {
      callback(error);
      return;
    }
    callback();
  };
  prototype.update = update;
  prototype.final = final;
  prototype.setAutoPadding = setAutoPadding;
  prototype.setAAD = setAAD;
}

addMethods(Cipheriv);
addMethods(Decipheriv);
Cipheriv.prototype.getAuthTag = getAuthTag;
Decipheriv.prototype.setAuthTag = setAuthTag;

function createCipheriv(cipher, key, iv, options) {
  return new Cipheriv(cipher, key, iv, options);
}

function createDecipheriv(cipher, key, iv, options) {
  return new Decipheriv(cipher, key, iv, options);
}

function getCipherInfo(nameOrNid, options) {
  if (typeof nameOrNid !== 'string' && typeof nameOrNid !== 'number') {
    throw new codes.ERR_INVALID_ARG_TYPE('nameOrNid', ['string', 'number'], nameOrNid);
  }
  if (typeof nameOrNid === 'number') validateInt32(nameOrNid, 'nameOrNid');
  let keyLength;
  let ivLength;
  if (options !== undefined) {
    validateObject(options, 'options');
    ({ keyLength, ivLength } = options);
    if (keyLength !== undefined) validateInt32(keyLength, 'options.keyLength');
    if (ivLength !== undefined) validateInt32(ivLength, 'options.ivLength');
  }
  const facts = binding.cipherInfo(nameOrNid, keyLength, ivLength);
  if (facts === undefined) return undefined;
  const info = { __proto__: null };
  const mode = facts[0];
  if (mode !== '') info.mode = mode;
  info.name = StringPrototypeToLowerCase(facts[1]);
  info.nid = facts[2];
  info.keyLength = facts[3];
  info.blockSize = mode === 'stream' ? undefined : facts[4];
  info.ivLength = facts[5] === 0 ? undefined : facts[5];
  return info;
}

// The four operations of RSA on data as it is. `kind` is how the key is read.
function rsaOperation(operation, kind, defaultPadding) {
  return (key, buffer) => {
    const { preparePrivateKey, preparePublicOrPrivateKey } = require('internal/crypto/keys');
    const handle = kind === 'private' ? preparePrivateKey(key) : preparePublicOrPrivateKey(key);
    const padding = key.padding || defaultPadding;
    const { oaepHash, encoding } = key;
    let { oaepLabel } = key;
    if (oaepHash !== undefined) validateString(oaepHash, 'key.oaepHash');
    if (oaepLabel !== undefined) oaepLabel = bytesOf(oaepLabel, 'key.oaepLabel', encoding);
    const data = bytesOf(buffer, 'buffer', encoding);
    if (operation === 'privateDecrypt' || operation === 'publicEncrypt') {
      const isOaep = padding === constants.RSA_PKCS1_OAEP_PADDING;
      return toBuffer(binding.rsa(operation, handle, data, padding, isOaep ? oaepHash ?? 'sha1' : undefined, oaepLabel));
    }
    return toBuffer(binding.rsa(operation, handle, data, padding));
  };
}

module.exports = {
  Cipheriv,
  Decipheriv,
  createCipheriv,
  createDecipheriv,
  getCipherInfo,
  privateDecrypt: rsaOperation('privateDecrypt', 'private', constants.RSA_PKCS1_OAEP_PADDING),
  privateEncrypt: rsaOperation('privateEncrypt', 'private', constants.RSA_PKCS1_PADDING),
  publicDecrypt: rsaOperation('publicDecrypt', 'public', constants.RSA_PKCS1_PADDING),
  publicEncrypt: rsaOperation('publicEncrypt', 'public', constants.RSA_PKCS1_OAEP_PADDING),
};
