// The error codes of crypto; see internal/errors/codes for the form of a row.
'use strict';

const { Error, RangeError, TypeError } = primordials;

const rows = {
  __proto__: null,

  ERR_CRYPTO_ARGON2_NOT_SUPPORTED: [Error, 'Argon2 algorithm not supported'],
  ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED: [Error, 'Custom engines not supported by this OpenSSL'],
  ERR_CRYPTO_ECDH_INVALID_FORMAT: [TypeError, (format) => `Invalid ECDH format: ${format}`],
  ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY: [Error, 'Public key is not valid for specified curve'],
  ERR_CRYPTO_ENGINE_UNKNOWN: [Error, (name) => `Engine "${name}" was not found`],
  ERR_CRYPTO_FIPS_FORCED: [Error, 'Cannot set FIPS mode, it was forced with --force-fips at startup.'],
  ERR_CRYPTO_FIPS_UNAVAILABLE: [Error, 'Cannot set FIPS mode in a non-FIPS build.'],
  ERR_CRYPTO_HASH_FINALIZED: [Error, 'Digest already called'],
  ERR_CRYPTO_HASH_UPDATE_FAILED: [Error, 'Hash update failed'],
  ERR_CRYPTO_INCOMPATIBLE_KEY: [Error, (what, why) => `Incompatible ${what}: ${why}`],
  ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS: [Error, (encoding, why) => `The selected key encoding ${encoding} ${why}.`],
  ERR_CRYPTO_INVALID_CURVE: [TypeError, (name) => `Invalid EC curve name: ${name}`],
  ERR_CRYPTO_INVALID_DIGEST: [TypeError, (name) => `Invalid digest: ${name}`],
  ERR_CRYPTO_INVALID_JWK: [TypeError, (why) => why ?? 'Invalid JWK data'],
  ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE: [TypeError, (type, expected) => `Invalid key object type ${type}, expected ${expected}.`],
  ERR_CRYPTO_INVALID_KEYLEN: [RangeError, 'Invalid key length'],
  ERR_CRYPTO_INVALID_KEYPAIR: [RangeError, 'Invalid key pair'],
  ERR_CRYPTO_INVALID_KEYTYPE: [RangeError, 'Invalid key type'],
  ERR_CRYPTO_INVALID_MESSAGELEN: [RangeError, 'Invalid message length'],
  ERR_CRYPTO_INVALID_SCRYPT_PARAMS: [RangeError, 'Invalid scrypt params'],
  ERR_CRYPTO_INVALID_STATE: [Error, (what) => `Invalid state for operation ${what}`],
  ERR_CRYPTO_INVALID_TAG_LENGTH: [RangeError, 'Invalid taglength'],
  ERR_CRYPTO_JWK_UNSUPPORTED_CURVE: [Error, (curve) => `Unsupported JWK EC curve: ${curve}.`],
  ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE: [Error, 'Unsupported JWK Key Type.'],
  ERR_CRYPTO_KEM_NOT_SUPPORTED: [Error, 'Key encapsulation is not supported'],
  ERR_CRYPTO_OPERATION_FAILED: [Error, (why) => why],
  ERR_CRYPTO_PBKDF2_ERROR: [Error, 'PBKDF2 error'],
  ERR_CRYPTO_SCRYPT_NOT_SUPPORTED: [Error, 'Scrypt algorithm not supported'],
  ERR_CRYPTO_SIGN_KEY_REQUIRED: [Error, 'No key provided to sign'],
  ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH: [RangeError, 'Input buffers must have the same byte length'],
  ERR_CRYPTO_UNKNOWN_CIPHER: [Error, 'Unknown cipher'],
  ERR_CRYPTO_UNKNOWN_DH_GROUP: [Error, 'Unknown DH group'],
  ERR_CRYPTO_UNSUPPORTED_OPERATION: [Error, 'Unsupported crypto operation'],
  ERR_OSSL_EVP_INVALID_DIGEST: [Error, 'Invalid digest used'],
};

module.exports = { rows };
