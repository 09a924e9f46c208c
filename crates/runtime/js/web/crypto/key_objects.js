// KeyObjects as CryptoKeys.
'use strict';

const { normalize } = require('web/crypto/algorithms');
const { keyUsages } = require('web/crypto/idl');
const binding = internalBinding('crypto');

const PREFIX = "Failed to execute 'toCryptoKey' on 'KeyObject'";
const families = {
  '__proto__': null, 'HMAC': 'hmac', 'HKDF': 'derivation', 'PBKDF2': 'derivation', 'RSASSA-PKCS1-v1_5': 'rsa', 'RSA-PSS': 'rsa',
  'RSA-OAEP': 'rsa', 'ECDSA': 'curves', 'ECDH': 'curves', 'Ed25519': 'curves', 'Ed448': 'curves', 'X25519': 'curves', 'X448': 'curves',
};

const importer = (name) => require(`web/crypto/${families[name] ?? 'aes'}`);

function secretToCryptoKey(handle, algorithm, extractable, usages) {
  const normal = normalize(algorithm, 'importKey');
  const bytes = binding.secretBytes(handle);
  return importer(normal.name).importKey('raw-secret', bytes, normal, !!extractable, keyUsages(usages, PREFIX, 2));
}

function asymmetricToCryptoKey(handle, type, _kind, algorithm, extractable, usages) {
  const normal = normalize(algorithm, 'importKey');
  const format = type === 'public' ? 'spki' : 'pkcs8';
  const data = type === 'public' ? binding.exportPublic(handle, 'spki', 'der') : binding.exportPrivate(handle, 'pkcs8', 'der');
  return importer(normal.name).importKey(format, data, normal, !!extractable, keyUsages(usages, PREFIX, 2));
}

module.exports = { asymmetricToCryptoKey, secretToCryptoKey };
