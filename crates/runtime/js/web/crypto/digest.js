// Digests for SubtleCrypto.
'use strict';

const { requestPromise } = require('internal/crypto/request');
const binding = internalBinding('crypto');

// OpenSSL's names.
const names = {
  '__proto__': null,
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA3-256': 'sha3-256',
  'SHA3-384': 'sha3-384',
  'SHA3-512': 'sha3-512',
};

const digestName = (hash) => names[hash];

function digest(algorithm, data) {
  return requestPromise('HASHREQUEST', (done) => binding.digestJob(names[algorithm.name], data, undefined, done));
}

module.exports = { digest, digestName };
