// Keys of all kinds as the operations take them.
'use strict';

const { codes } = require('internal/errors');
const { encodedString, isBytes, plainView } = require('internal/crypto/bytes');

// The bytes of a key that is only bytes.
function secretBytes(key, encoding) {
  if (typeof key === 'string') return encodedString(key, encoding);
  if (isBytes(key)) return plainView(key);
  throw new codes.ERR_INVALID_ARG_TYPE(
    'key', ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey'], key);
}

const isKeyObject = () => false;

module.exports = { isKeyObject, secretBytes };
