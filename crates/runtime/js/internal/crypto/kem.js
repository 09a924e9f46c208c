// Encapsulation: a secret for the owner of a key, and the bytes by which the owner gets it.
'use strict';

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { bytesOf, toBuffer } = require('internal/crypto/bytes');
const { preparePrivateKey, preparePublicOrPrivateKey } = require('internal/crypto/keys');
const { request } = require('internal/crypto/request');
const binding = internalBinding('crypto');

const KEY_TYPES = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey'];

// `prepare` knows of one more type, which is not for these.
function checkKey(key) {
  if (typeof key !== 'string' && (typeof key !== 'object' || key === null)) throw new codes.ERR_INVALID_ARG_TYPE('key', KEY_TYPES, key);
}

const given = ({ 0: sharedKey, 1: ciphertext }) => ({ sharedKey: toBuffer(sharedKey), ciphertext: toBuffer(ciphertext) });

// Runs at once, or on the pool if there is a callback.
function run(callback, start, convert) {
  if (callback === undefined) return convert(start());
  request('DERIVEBITSREQUEST', start, (error, value) => {
    if (error === undefined) callback(null, convert(value));
    else callback(error);
  });
  return undefined;
}

function encapsulate(key, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  checkKey(key);
  const handle = preparePublicOrPrivateKey(key);
  return run(callback, (done) => binding.encapsulate(handle, done), given);
}

function decapsulate(key, ciphertext, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  checkKey(key);
  const handle = preparePrivateKey(key);
  const bytes = bytesOf(ciphertext, 'ciphertext');
  return run(callback, (done) => binding.decapsulate(handle, bytes, done), toBuffer);
}

module.exports = { decapsulate, encapsulate };
