'use strict';

// The deprecated `constants` module: the constants of os, fs and crypto in one object.

const { ObjectAssign, ObjectDefineProperty, ObjectFreeze } = primordials;

const os = require('os').constants;
const fs = require('fs').constants;
const { numbers } = require('internal/crypto/numbers');

const constants = ObjectAssign({}, os.dlopen, os.errno, os.priority, os.signals, fs);
// Packages that are about files load this module; only who asks for the library's version has the library loaded.
ObjectDefineProperty(constants, 'OPENSSL_VERSION_NUMBER', {
  __proto__: null,
  enumerable: true,
  get: () => require('internal/crypto/constants').constants.OPENSSL_VERSION_NUMBER,
});
module.exports = ObjectFreeze(ObjectAssign(constants, numbers));
