// `crypto.constants`: OpenSSL's numbers as its headers have them, and the ciphers that TLS offers by default.
'use strict';

const { ObjectDefineProperty, StringPrototypeSplit } = primordials;
const { version } = internalBinding('crypto');

const CIPHER_LIST = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:' +
  'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:' +
  'DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384:DHE-RSA-AES256-SHA384:' +
  'ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:!PSK:!SRP:!CAMELLIA';

// As OPENSSL_VERSION_NUMBER: major, minor and patch in 4, 8 and 8 bits, then a nibble that is 0 in a release.
function versionNumber() {
  const parts = StringPrototypeSplit(version, '.');
  return (parts[0] << 28) + (parts[1] << 20) + (parts[2] << 4);
}

const constants = {
  __proto__: null,
  OPENSSL_VERSION_NUMBER: versionNumber(),
  SSL_OP_ALL: 0x80000850,
  SSL_OP_ALLOW_NO_DHE_KEX: 0x400,
  SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION: 0x40000,
  SSL_OP_CIPHER_SERVER_PREFERENCE: 0x400000,
  SSL_OP_CISCO_ANYCONNECT: 0x8000,
  SSL_OP_COOKIE_EXCHANGE: 0x2000,
  SSL_OP_CRYPTOPRO_TLSEXT_BUG: 0x80000000,
  SSL_OP_DONT_INSERT_EMPTY_FRAGMENTS: 0x800,
  SSL_OP_LEGACY_SERVER_CONNECT: 0x4,
  SSL_OP_NO_COMPRESSION: 0x20000,
  SSL_OP_NO_ENCRYPT_THEN_MAC: 0x80000,
  SSL_OP_NO_QUERY_MTU: 0x1000,
  SSL_OP_NO_RENEGOTIATION: 0x40000000,
  SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION: 0x10000,
  SSL_OP_NO_SSLv2: 0,
  SSL_OP_NO_SSLv3: 0x2000000,
  SSL_OP_NO_TICKET: 0x4000,
  SSL_OP_NO_TLSv1: 0x4000000,
  SSL_OP_NO_TLSv1_1: 0x10000000,
  SSL_OP_NO_TLSv1_2: 0x8000000,
  SSL_OP_NO_TLSv1_3: 0x20000000,
  SSL_OP_PRIORITIZE_CHACHA: 0x200000,
  SSL_OP_TLS_ROLLBACK_BUG: 0x800000,
  ENGINE_METHOD_RSA: 1,
  ENGINE_METHOD_DSA: 2,
  ENGINE_METHOD_DH: 4,
  ENGINE_METHOD_RAND: 8,
  ENGINE_METHOD_EC: 2048,
  ENGINE_METHOD_CIPHERS: 64,
  ENGINE_METHOD_DIGESTS: 128,
  ENGINE_METHOD_PKEY_METHS: 512,
  ENGINE_METHOD_PKEY_ASN1_METHS: 1024,
  ENGINE_METHOD_ALL: 65535,
  ENGINE_METHOD_NONE: 0,
  DH_CHECK_P_NOT_SAFE_PRIME: 2,
  DH_CHECK_P_NOT_PRIME: 1,
  DH_UNABLE_TO_CHECK_GENERATOR: 4,
  DH_NOT_SUITABLE_GENERATOR: 8,
  RSA_PKCS1_PADDING: 1,
  RSA_SSLV23_PADDING: 2,
  RSA_NO_PADDING: 3,
  RSA_PKCS1_OAEP_PADDING: 4,
  RSA_X931_PADDING: 5,
  RSA_PKCS1_PSS_PADDING: 6,
  RSA_PSS_SALTLEN_DIGEST: -1,
  RSA_PSS_SALTLEN_MAX_SIGN: -2,
  RSA_PSS_SALTLEN_AUTO: -2,
  defaultCoreCipherList: CIPHER_LIST,
  TLS1_VERSION: 769,
  TLS1_1_VERSION: 770,
  TLS1_2_VERSION: 771,
  TLS1_3_VERSION: 772,
  POINT_CONVERSION_COMPRESSED: 2,
  POINT_CONVERSION_UNCOMPRESSED: 4,
  POINT_CONVERSION_HYBRID: 6,
};
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
