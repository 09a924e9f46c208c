// The algorithms of Web Cryptography: which operation takes which, and the members of their dictionaries.
'use strict';

const { StringPrototypeToUpperCase } = primordials;

const { domException, idlError } = require('web/crypto/idl');

// Operation -> upper-case name -> [name, converter of the members].
const none = () => {};
const supported = {
  __proto__: null,
  digest: {
    '__proto__': null,
    'SHA-1': ['SHA-1', none],
    'SHA-256': ['SHA-256', none],
    'SHA-384': ['SHA-384', none],
    'SHA-512': ['SHA-512', none],
    'SHA3-256': ['SHA3-256', none],
    'SHA3-384': ['SHA3-384', none],
    'SHA3-512': ['SHA3-512', none],
  },
};

// The dictionary of an algorithm with its canonical name, as a new object.
function normalize(algorithm, operation) {
  const isName = typeof algorithm !== 'object' && typeof algorithm !== 'function';
  const given = isName || algorithm === null ? { __proto__: null, name: isName ? algorithm : undefined } : algorithm;
  const name = given.name;
  if (name === undefined) {
    throw idlError('ERR_MISSING_OPTION', "Failed to normalize algorithm: passed algorithm cannot be converted to 'Algorithm' " +
      "because 'name' is required in 'Algorithm'.");
  }
  const row = supported[operation]?.[StringPrototypeToUpperCase(`${name}`)];
  if (row === undefined) throw domException('Unrecognized algorithm name', 'NotSupportedError');
  const normal = { name: row[0] };
  row[1](given, normal);
  return normal;
}

module.exports = { normalize };
