// Certificate: signed public keys with a challenge (SPKAC).
'use strict';

const { codes } = require('internal/errors');
const { bytesOf, toBuffer } = require('internal/crypto/bytes');
const binding = internalBinding('crypto');

const EMPTY = '';
const MAX_LENGTH = 2 ** 31 - 1;

function read(spkac, encoding) {
  const bytes = bytesOf(spkac, 'spkac', encoding);
  if (bytes.byteLength > MAX_LENGTH) throw new codes.ERR_OUT_OF_RANGE('spkac', `<= ${MAX_LENGTH} bytes`, bytes.byteLength);
  return bytes;
}

function verifySpkac(spkac, encoding) {
  return binding.verifySpkac(read(spkac, encoding));
}

function exportPublicKey(spkac, encoding) {
  const key = binding.spkacPublicKey(read(spkac, encoding));
  return key === undefined ? EMPTY : toBuffer(key);
}

function exportChallenge(spkac, encoding) {
  const text = binding.spkacChallenge(read(spkac, encoding));
  return text === undefined ? EMPTY : toBuffer(text);
}

// The methods are those of the function and of what it makes.
function Certificate() {
  if (!(this instanceof Certificate)) return new Certificate();
}

Certificate.prototype.verifySpkac = verifySpkac;
Certificate.prototype.exportPublicKey = exportPublicKey;
Certificate.prototype.exportChallenge = exportChallenge;
Certificate.exportChallenge = exportChallenge;
Certificate.exportPublicKey = exportPublicKey;
Certificate.verifySpkac = verifySpkac;

module.exports = { Certificate };
