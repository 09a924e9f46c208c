// `crypto`. Its parts are loaded when one of their functions is first asked for: who wants a digest pays for no keys.
'use strict';

const { ObjectDefineProperty } = primordials;

const { constants } = require('internal/crypto/constants');

const DH = 'internal/crypto/diffie_hellman';
const CIPHER = 'internal/crypto/cipher';
const GENERATION = 'internal/crypto/key_generation';
const HASH = 'internal/crypto/hash';
const KDF = 'internal/crypto/kdf';
const KEYS = 'internal/crypto/keys';
const LIBRARY = 'internal/crypto/library';
const NAMES = 'internal/crypto/names';
const RANDOM = 'internal/crypto/random';
const SIGN = 'internal/crypto/sign';

// In Node's order, which programs see.
const parts = [
  [KDF, ['argon2', 'argon2Sync']],
  [RANDOM, ['checkPrime', 'checkPrimeSync']],
  [CIPHER, ['createCipheriv', 'createDecipheriv']],
  [DH, ['createDiffieHellman', 'createDiffieHellmanGroup', 'createECDH']],
  [HASH, ['createHash', 'createHmac']],
  [KEYS, ['createPrivateKey', 'createPublicKey', 'createSecretKey']],
  [SIGN, ['createSign', 'createVerify']],
  [DH, ['diffieHellman']],
  [RANDOM, ['generatePrime', 'generatePrimeSync']],
  [NAMES, ['getCiphers']],
  [CIPHER, ['getCipherInfo']],
  [NAMES, ['getCurves']],
  [DH, ['getDiffieHellman']],
  [NAMES, ['getHashes']],
  [KDF, ['hkdf', 'hkdfSync', 'pbkdf2', 'pbkdf2Sync']],
  [GENERATION, ['generateKeyPair', 'generateKeyPairSync', 'generateKey', 'generateKeySync']],
  [CIPHER, ['privateDecrypt', 'privateEncrypt', 'publicDecrypt', 'publicEncrypt']],
  [RANDOM, ['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID', 'randomUUIDv7']],
  [KDF, ['scrypt', 'scryptSync']],
  [SIGN, ['sign']],
  [LIBRARY, ['setEngine']],
  [NAMES, ['timingSafeEqual']],
  [LIBRARY, ['getFips', 'setFips']],
  [SIGN, ['verify']],
  [HASH, ['hash']],
  ['internal/crypto/kem', ['encapsulate', 'decapsulate']],
  ['internal/crypto/certificate', ['Certificate']],
  [CIPHER, ['Cipheriv', 'Decipheriv']],
  [DH, ['DiffieHellman', 'DiffieHellmanGroup', 'ECDH']],
  [HASH, ['Hash', 'Hmac']],
  [KEYS, ['KeyObject']],
  [SIGN, ['Sign', 'Verify']],
  ['internal/crypto/x509', ['X509Certificate']],
  [LIBRARY, ['secureHeapUsed']],
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
lazily(RANDOM, 'prng', 'prng', false);
lazily(RANDOM, 'pseudoRandomBytes', 'pseudoRandomBytes', false);
lazily(RANDOM, 'rng', 'rng', false);

// The old form of getFips and setFips.
ObjectDefineProperty(module.exports, 'fips', {
  __proto__: null,
  configurable: false,
  enumerable: false,
  get: () => require(LIBRARY).getFips(),
  set: (value) => require(LIBRARY).setFips(value),
});

const web = (get) => ({ __proto__: null, configurable: false, enumerable: true, get });
ObjectDefineProperty(module.exports, 'constants', {
  __proto__: null, configurable: false, enumerable: true, writable: false, value: constants,
});
ObjectDefineProperty(module.exports, 'webcrypto', web(() => require('web/crypto/crypto').crypto));
ObjectDefineProperty(module.exports, 'subtle', web(() => require('web/crypto/crypto').crypto.subtle));
ObjectDefineProperty(module.exports, 'getRandomValues', web(() => require('web/crypto/crypto').getRandomValues));
