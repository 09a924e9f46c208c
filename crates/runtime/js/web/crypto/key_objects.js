// KeyObjects as CryptoKeys.
'use strict';

const { normalize } = require('web/crypto/algorithms');
const { family } = require('web/crypto/families');
const { keyUsages } = require('web/crypto/idl');
const binding = internalBinding('crypto');

const PREFIX = "Failed to execute 'toCryptoKey' on 'KeyObject'";

function secretToCryptoKey(handle, algorithm, extractable, usages) {
  const normal = normalize(algorithm, 'importKey');
  const bytes = binding.secretBytes(handle);
  return family(normal.name).importKey('raw-secret', bytes, normal, !!extractable, keyUsages(usages, PREFIX, 2));
}

function asymmetricToCryptoKey(handle, type, _kind, algorithm, extractable, usages) {
  const normal = normalize(algorithm, 'importKey');
  const format = type === 'public' ? 'spki' : 'pkcs8';
  const data = type === 'public' ? binding.exportPublic(handle, 'spki', 'der') : binding.exportPrivate(handle, 'pkcs8', 'der');
  return family(normal.name).importKey(format, data, normal, !!extractable, keyUsages(usages, PREFIX, 2));
}

module.exports = { asymmetricToCryptoKey, secretToCryptoKey };
