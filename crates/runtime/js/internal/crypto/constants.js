// `crypto.constants`: OpenSSL's numbers, with that of the library's version.
'use strict';

const { ObjectAssign, ObjectDefineProperty, StringPrototypeSplit } = primordials;
const { version } = internalBinding('crypto');
const { CIPHER_LIST, numbers } = require('internal/crypto/numbers');

// As OPENSSL_VERSION_NUMBER: major, minor and patch in 4, 8 and 8 bits, then a nibble that is 0 in a release.
function versionNumber() {
  const parts = StringPrototypeSplit(version, '.');
  return (parts[0] << 28) + (parts[1] << 20) + (parts[2] << 4);
}

const constants = ObjectAssign({ __proto__: null, OPENSSL_VERSION_NUMBER: versionNumber() }, numbers);
const names = primordials.ObjectKeys(constants);
for (let i = 0; i < names.length; i++) {
  ObjectDefineProperty(constants, names[i], { __proto__: null, writable: false, configurable: false });
}

let defaultCipherList = require('internal/options').getOptionValue('--tls-cipher-list') ?? CIPHER_LIST;
ObjectDefineProperty(constants, 'defaultCipherList', {
  __proto__: null,
  enumerable: true,
  configurable: true,
  get() { return defaultCipherList; },
  set(list) { defaultCipherList = list; },
});

module.exports = { constants };
