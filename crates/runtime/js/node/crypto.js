// `crypto`. Its parts are loaded when one of their functions is first asked for: who wants a digest pays for no keys.
'use strict';

const { ObjectDefineProperty } = primordials;

const { constants } = require('internal/crypto/constants');

const parts = [
  ['internal/crypto/hash', ['createHash', 'createHmac', 'hash', 'Hash', 'Hmac']],
  ['internal/crypto/random', [
    'checkPrime', 'checkPrimeSync', 'generatePrime', 'generatePrimeSync', 'randomBytes', 'randomFill', 'randomFillSync', 'randomInt',
    'randomUUID', 'randomUUIDv7',
  ]],
  ['internal/crypto/kdf', ['argon2', 'argon2Sync', 'hkdf', 'hkdfSync', 'pbkdf2', 'pbkdf2Sync', 'scrypt', 'scryptSync']],
  ['internal/crypto/names', ['getHashes', 'timingSafeEqual']],
];

// A property that is a plain one as soon as it is looked at.
function lazily(id, name, key = name, enumerable = true) {
  const become = (value) => ObjectDefineProperty(module.exports, key, {
    __proto__: null, value, writable: true, enumerable, configurable: true,
  });
  ObjectDefineProperty(module.exports, key, {
    __proto__: null,
    configurable: true,
    enumerable,
    get() {
      const value = require(id)[name];
      become(value);
      return value;
    },
    set: become,
  });
}

for (let i = 0; i < parts.length; i++) {
  const { 0: id, 1: names } = parts[i];
  for (let j = 0; j < names.length; j++) lazily(id, names[j]);
}
lazily('internal/crypto/random', 'randomBytes', 'prng', false);
lazily('internal/crypto/random', 'randomBytes', 'pseudoRandomBytes', false);
lazily('internal/crypto/random', 'randomBytes', 'rng', false);

const web = (get) => ({ __proto__: null, configurable: false, enumerable: true, get });
ObjectDefineProperty(module.exports, 'constants', {
  __proto__: null, configurable: false, enumerable: true, writable: false, value: constants,
});
ObjectDefineProperty(module.exports, 'webcrypto', web(() => require('web/crypto/crypto').crypto));
ObjectDefineProperty(module.exports, 'subtle', web(() => require('web/crypto/crypto').crypto.subtle));
ObjectDefineProperty(module.exports, 'getRandomValues', web(() => require('web/crypto/crypto').getRandomValues));
