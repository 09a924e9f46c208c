// The algorithms of Web Cryptography: which operation takes which, and the members of their dictionaries.
//
// `normalize` makes of what a program gives a dictionary with the canonical name and converted members, as the standard
// says. A row is [name, dictionary, members]; a member is [key, converter, isRequired].
'use strict';

const { ObjectKeys, StringPrototypeStartsWith, StringPrototypeToUpperCase } = primordials;

const { bufferSource, domException, domString, enforcedInteger, idlError } = require('web/crypto/idl');

const PREFIX = 'Failed to normalize algorithm';

const bytes = (value, key) => bufferSource(value, PREFIX, `${key} in passed algorithm`);
const integer = (bits) => (value, key) => enforcedInteger(value, bits, `${PREFIX}: ${key} in passed algorithm`);
const hash = (value, _key, dictionary) => {
  try {
    return normalize(value, 'digest');
  } catch (error) {
    if (error.name === 'NotSupportedError') throw domException(`Only SHA hashes are supported in ${dictionary}`, 'NotSupportedError');
    throw error;
  }
};
const publicKey = (value, key) => {
  const { isCryptoKey } = require('web/crypto/crypto_key');
  if (!isCryptoKey(value)) throw idlError('ERR_INVALID_ARG_TYPE', `${PREFIX}: ${key} in passed algorithm is not of type CryptoKey.`);
  return value;
};

const required = true;
const optional = false;

// Rows by their place of use. Names come first in the order in which the standard has them.
const plain = (name) => [name, 'Algorithm', []];
const RSA_GENERATION = ['RsaHashedKeyGenParams',
  [['hash', hash, required], ['modulusLength', integer(32), required], ['publicExponent', bytes, required]]];
const RSA_IMPORT = ['RsaHashedImportParams', [['hash', hash, required]]];
const EC_GENERATION = ['EcKeyGenParams', [['namedCurve', domString, required]]];
const EC_IMPORT = ['EcKeyImportParams', [['namedCurve', domString, required]]];
const AES_GENERATION = ['AesKeyGenParams', [['length', integer(16), required]]];
const AES_DERIVED = ['AesDerivedKeyParams', [['length', integer(16), required]]];
const AES_CBC = ['AesCbcParams', [['iv', bytes, required]]];
const AES_CTR = ['AesCtrParams', [['counter', bytes, required], ['length', integer(8), required]]];
const AEAD = ['AeadParams', [['additionalData', bytes, optional], ['iv', bytes, required], ['tagLength', integer(8), optional]]];
const HMAC_GENERATION = ['HmacKeyGenParams', [['hash', hash, required], ['length', integer(32), optional]]];
const HMAC_IMPORT = ['HmacImportParams', [['hash', hash, required], ['length', integer(32), optional]]];
const AGREEMENT = ['EcdhKeyDeriveParams', [['public', publicKey, required]]];
const HKDF = ['HkdfParams', [['hash', hash, required], ['info', bytes, required], ['salt', bytes, required]]];
const PBKDF2 = ['Pbkdf2Params', [['hash', hash, required], ['iterations', integer(32), required], ['salt', bytes, required]]];
const CONTEXT = ['ContextParams', [['context', bytes, optional]]];

const rsa = (row) => ({ 'RSASSA-PKCS1-v1_5': row, 'RSA-PSS': row, 'RSA-OAEP': row });
const ec = (row) => ({ ECDSA: row, ECDH: row });
const aes = (row) => ({ 'AES-CTR': row, 'AES-CBC': row, 'AES-GCM': row, 'AES-KW': row });
const curves = { Ed25519: null, Ed448: null, X25519: null, X448: null };
const dsa = (row) => ({ 'ML-DSA-44': row, 'ML-DSA-65': row, 'ML-DSA-87': row });
const kem = { 'ML-KEM-512': null, 'ML-KEM-768': null, 'ML-KEM-1024': null };

const ciphers = {
  'RSA-OAEP': ['RsaOaepParams', [['label', bytes, optional]]], 'AES-CBC': AES_CBC, 'AES-CTR': AES_CTR, 'AES-GCM': AEAD,
  'ChaCha20-Poly1305': AEAD,
};
const signatures = {
  'RSASSA-PKCS1-v1_5': null, 'RSA-PSS': ['RsaPssParams', [['saltLength', integer(32), required]]],
  'ECDSA': ['EcdsaParams', [['hash', hash, required]]], 'HMAC': null, 'Ed25519': null, 'Ed448': CONTEXT,
  ...dsa(CONTEXT),
};

const table = {
  __proto__: null,
  'digest': { 'SHA-1': null, 'SHA-256': null, 'SHA-384': null, 'SHA-512': null, 'SHA3-256': null, 'SHA3-384': null, 'SHA3-512': null },
  'encrypt': ciphers,
  'decrypt': ciphers,
  'sign': signatures,
  'verify': signatures,
  'generateKey': {
    ...rsa(RSA_GENERATION), ...ec(EC_GENERATION), ...aes(AES_GENERATION), 'HMAC': HMAC_GENERATION, ...curves, 'ChaCha20-Poly1305': null,
    ...dsa(null), ...kem,
  },
  'importKey': {
    ...rsa(RSA_IMPORT), ...ec(EC_IMPORT), ...aes(null), 'HMAC': HMAC_IMPORT, 'HKDF': null, 'PBKDF2': null, ...curves,
    'ChaCha20-Poly1305': null, ...dsa(null), ...kem,
  },
  'exportKey': { ...rsa(null), ...ec(null), ...aes(null), 'HMAC': null, ...curves, 'ChaCha20-Poly1305': null, ...dsa(null), ...kem },
  'deriveBits': { ECDH: AGREEMENT, X25519: AGREEMENT, X448: AGREEMENT, HKDF, PBKDF2 },
  'encapsulate': kem,
  'decapsulate': kem,
  'wrapKey': { 'AES-KW': null },
  'unwrapKey': { 'AES-KW': null },
  'get key length': { ...aes(AES_DERIVED), 'HMAC': HMAC_IMPORT, 'HKDF': null, 'PBKDF2': null, 'ChaCha20-Poly1305': null },
};

// By upper-case name, made when an operation is first asked for.
const byName = { __proto__: null };

function rowsOf(operation) {
  if (byName[operation] !== undefined) return byName[operation];
  const rows = { __proto__: null };
  const names = ObjectKeys(table[operation]);
  for (let i = 0; i < names.length; i++) {
    const row = table[operation][names[i]];
    // Only later libraries have these.
    if (StringPrototypeStartsWith(names[i], 'ML-') && internalBinding('crypto').postQuantumKind(names[i]) === undefined) continue;
    rows[StringPrototypeToUpperCase(names[i])] = row === null ? plain(names[i]) : [names[i], row[0], row[1]];
  }
  return byName[operation] = rows;
}

function missing(dictionary, key) {
  return idlError('ERR_MISSING_OPTION', `${PREFIX}: passed algorithm cannot be converted to '${dictionary}' because '${key}' ` +
    `is required in '${dictionary}'.`);
}

// The dictionary of an algorithm with its canonical name, as a new object.
function normalize(algorithm, operation) {
  const isName = (typeof algorithm !== 'object' && typeof algorithm !== 'function') || algorithm === null;
  const given = isName ? { __proto__: null, name: `${algorithm}` } : algorithm;
  const { name } = given;
  if (name === undefined) throw missing('Algorithm', 'name');
  const row = rowsOf(operation)[StringPrototypeToUpperCase(`${name}`)];
  if (row === undefined) throw domException('Unrecognized algorithm name', 'NotSupportedError');
  const { 0: canonical, 1: dictionary, 2: members } = row;
  const normal = { name: canonical };
  for (let i = 0; i < members.length; i++) {
    const { 0: key, 1: convert, 2: isRequired } = members[i];
    const value = given[key];
    if (value !== undefined) {
      normal[key] = convert(value, key, dictionary);
    } else if (isRequired) {
      throw missing(dictionary, key);
    }
  }
  return normal;
}

// Whether an operation knows the algorithm, whatever its members are.
function isKnown(algorithm, operation) {
  const name = typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm;
  return rowsOf(operation)[StringPrototypeToUpperCase(`${name}`)] !== undefined;
}

module.exports = { isKnown, normalize };
