// KeyObjects as CryptoKeys.
'use strict';

const { normalize } = require('web/crypto/algorithms');
const { family, isSymmetric } = require('web/crypto/families');
const { domException, keyUsages } = require('web/crypto/idl');
const binding = internalBinding('crypto');

function toCryptoKey(handle, type, algorithm, extractable, usages) {
  const normal = normalize(algorithm, 'importKey');
  const wanted = keyUsages(usages, undefined, 2);
  if (isSymmetric(normal.name) !== (type === 'secret')) throw domException('Unrecognized algorithm name', 'NotSupportedError');
  const { importKey } = family(normal.name);
  if (type === 'secret') return importKey('raw-secret', binding.secretBytes(handle), normal, !!extractable, wanted);
  if (type === 'public') return importKey('spki', binding.exportPublic(handle, 'spki', 'der'), normal, !!extractable, wanted);
  return importKey('pkcs8', binding.exportPrivate(handle, 'pkcs8', 'der'), normal, !!extractable, wanted);
}

module.exports = { toCryptoKey };
