// `crypto`. Its parts are loaded when one of their functions is first asked for: who wants a digest pays for no keys.
'use strict';

const { ArrayIsArray, ObjectDefineProperty } = primordials;

const { constants } = require('internal/crypto/constants');
const { lazyFunctions, lazyValue, lazyValues } = require('internal/util/lazy_members');
const { customPromisifyArgs } = require('internal/util/promisify');

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

// In Node's order, which programs see: functions with their lengths, then classes.
const parts = [
  [KDF, { argon2: 3, argon2Sync: 2 }],
  [RANDOM, { checkPrime: 1, checkPrimeSync: 1 }],
  [CIPHER, { createCipheriv: 4, createDecipheriv: 4 }],
  [DH, { createDiffieHellman: 4, createDiffieHellmanGroup: 1, createECDH: 1 }],
  [HASH, { createHash: 2, createHmac: 3 }],
  [KEYS, { createPrivateKey: 1, createPublicKey: 1, createSecretKey: 2 }],
  [SIGN, { createSign: 2, createVerify: 2 }],
  [DH, { diffieHellman: 2 }],
  [RANDOM, { generatePrime: 3, generatePrimeSync: 1 }],
  [NAMES, { getCiphers: 0 }],
  [CIPHER, { getCipherInfo: 1 }],
  [NAMES, { getCurves: 0 }],
  [DH, { getDiffieHellman: 1 }],
  [NAMES, { getHashes: 0 }],
  [KDF, { hkdf: 6, hkdfSync: 5, pbkdf2: 6, pbkdf2Sync: 5 }],
  [GENERATION, { generateKeyPair: 3, generateKeyPairSync: 2, generateKey: 3, generateKeySync: 2 }],
  [CIPHER, { privateDecrypt: 2, privateEncrypt: 2, publicDecrypt: 2, publicEncrypt: 2 }],
  [RANDOM, { randomBytes: 2, randomFill: 4, randomFillSync: 1, randomInt: 3, randomUUID: 1, randomUUIDv7: 1 }],
  [KDF, { scrypt: 4, scryptSync: 3 }],
  [SIGN, { sign: 4 }],
  [LIBRARY, { setEngine: 2 }],
  [NAMES, { timingSafeEqual: 0 }],
  [LIBRARY, { getFips: 0, setFips: 1 }],
  [SIGN, { verify: 5 }],
  [HASH, { hash: 3 }],
  ['internal/crypto/kem', { encapsulate: 2, decapsulate: 3 }],
  ['internal/crypto/certificate', ['Certificate']],
  [CIPHER, ['Cipheriv', 'Decipheriv']],
  [DH, ['DiffieHellman', 'DiffieHellmanGroup', 'ECDH']],
  [HASH, ['Hash', 'Hmac']],
  [KEYS, ['KeyObject']],
  [SIGN, ['Sign', 'Verify']],
  ['internal/crypto/x509', ['X509Certificate']],
  [LIBRARY, { secureHeapUsed: 0 }],
];

for (let i = 0; i < parts.length; i++) {
  const { 0: id, 1: members } = parts[i];
  (ArrayIsArray(members) ? lazyValues : lazyFunctions)(module.exports, id, members);
}

const { createDiffieHellmanGroup, generateKeyPair, randomBytes, sign, verify } = module.exports;
module.exports.getDiffieHellman = createDiffieHellmanGroup;
ObjectDefineProperty(generateKeyPair, customPromisifyArgs, { __proto__: null, value: ['publicKey', 'privateKey'] });
ObjectDefineProperty(sign, 'name', { __proto__: null, value: 'signOneShot', configurable: true });
ObjectDefineProperty(verify, 'name', { __proto__: null, value: 'verifyOneShot', configurable: true });

// Old names of randomBytes; who wants to know is told.
const oldNames = ['prng', 'pseudoRandomBytes', 'rng'];
for (let i = 0; i < oldNames.length; i++) {
  const name = oldNames[i];
  lazyValue(module.exports, name, () => {
    if (!require('internal/options').getOptionValue('--pending-deprecation')) return randomBytes;
    return require('internal/util/deprecate').deprecate(randomBytes, `crypto.${name} is deprecated.`, 'DEP0115');
  }, false);
}

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
