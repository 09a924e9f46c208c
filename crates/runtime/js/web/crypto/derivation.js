// HKDF and PBKDF2 for SubtleCrypto.
'use strict';

const { Uint8Array } = primordials;

const { domException } = require('web/crypto/idl');
const { makeKey, slotsOf } = require('web/crypto/crypto_key');
const { digestName } = require('web/crypto/digest');
const { checkUsages, operationError, requireUsages, run, unsupportedImport } = require('web/crypto/keys');
const binding = internalBinding('crypto');

function importKey(format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  if (format !== 'raw' && format !== 'raw-secret') throw unsupportedImport(name, format);
  checkUsages(usages, ['deriveKey', 'deriveBits'], name);
  if (extractable) throw domException(`${name} keys are not extractable`, 'SyntaxError');
  requireUsages(usages, 'importing a secret key');
  return makeKey(binding.secretKey(data), 'secret', { name }, extractable, usages);
}

async function deriveBits(algorithm, key, length) {
  const { handle, algorithm: { name } } = slotsOf(key);
  const secret = binding.secretBytes(handle);
  const { hash, salt } = algorithm;
  if (name === 'PBKDF2' && algorithm.iterations === 0) throw operationError('iterations cannot be zero');
  if (length === null || length === undefined) throw operationError('length cannot be null');
  if (length % 8 !== 0) throw operationError('length must be a multiple of 8');
  if (length === 0) return new Uint8Array(0);
  const digest = digestName(hash.name);
  if (name === 'PBKDF2') {
    return run('PBKDF2REQUEST', (done) => binding.pbkdf2(secret, salt, algorithm.iterations, length / 8, digest, done));
  }
  return run('HKDFREQUEST', (done) => binding.hkdf(digest, secret, salt, algorithm.info, length / 8, done));
}

module.exports = { deriveBits, importKey };
