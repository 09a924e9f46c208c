'use strict';

// `tls`: secure sockets and servers.

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSort, ObjectDefineProperty, StringPrototypeToLowerCase,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { Buffer } = require('internal/buffer/buffer');
const { isArrayBufferView, isUint8Array } = require('internal/util/views');
const { bundledCertificates, getCACertificates, setDefaultCACertificates } = require('internal/tls/authorities');
const { getOptionValue } = require('internal/options');
const { connect } = require('internal/tls/connect');
const { SecureContext, createSecureContext } = require('internal/tls/context');
const { checkServerIdentity } = require('internal/tls/identity');
const { Server } = require('internal/tls/server');
const { TLSSocket } = require('internal/tls/socket');

const DEFAULT_CIPHERS = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:' +
  'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:' +
  'DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384:DHE-RSA-AES256-SHA384:' +
  'ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:!PSK:!SRP:!CAMELLIA';

// The oldest and the newest version, unless the command line says otherwise: of several the oldest minimum and the newest
// maximum count.
function defaultMinVersion() {
  if (getOptionValue('--tls-min-v1.0')) return 'TLSv1';
  if (getOptionValue('--tls-min-v1.1')) return 'TLSv1.1';
  if (getOptionValue('--tls-min-v1.2')) return 'TLSv1.2';
  return getOptionValue('--tls-min-v1.3') ? 'TLSv1.3' : 'TLSv1.2';
}

const defaultMaxVersion = () => (
  getOptionValue('--tls-max-v1.2') && !getOptionValue('--tls-max-v1.3') ? 'TLSv1.2' : 'TLSv1.3');

let ciphers;
function getCiphers() {
  ciphers ??= ArrayPrototypeSort(ArrayPrototypeMap(internalBinding('tls').cipherNames(), (name) => StringPrototypeToLowerCase(name)));
  return ArrayPrototypeMap(ciphers, (name) => name);
}

// Names of protocols, each with its length before it; left in `out.ALPNProtocols`.
function convertALPNProtocols(protocols, out) {
  if (ArrayIsArray(protocols)) {
    const parts = [];
    for (let i = 0; i < protocols.length; i++) {
      const name = Buffer.from(protocols[i]);
      if (name.length > 255) {
        throw new ERR_OUT_OF_RANGE(
          `The byte length of the protocol at index ${i} exceeds the maximum length.`, '<= 255', name.length, true);
      }
      ArrayPrototypePush(parts, Buffer.from([name.length]), name);
    }
    out.ALPNProtocols = Buffer.concat(parts);
  } else if (isUint8Array(protocols)) {
    out.ALPNProtocols = Buffer.from(protocols);
  } else if (isArrayBufferView(protocols)) {
    out.ALPNProtocols = Buffer.from(protocols.buffer.slice(protocols.byteOffset, protocols.byteOffset + protocols.byteLength));
  } else if (protocols !== undefined && protocols !== null) {
    throw new ERR_INVALID_ARG_TYPE('options.ALPNProtocols', ['Array', 'Buffer', 'TypedArray', 'DataView'], protocols);
  }
}

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_CIPHERS: getOptionValue('--tls-cipher-list') ?? DEFAULT_CIPHERS,
  DEFAULT_ECDH_CURVE: 'auto',
  DEFAULT_MIN_VERSION: defaultMinVersion(),
  DEFAULT_MAX_VERSION: defaultMaxVersion(),
  getCiphers,
  getCertificateCompressionAlgorithms() { return []; },
  getCACertificates,
  setDefaultCACertificates,
  convertALPNProtocols,
  checkServerIdentity,
  createSecureContext,
  SecureContext,
  TLSSocket,
  Server,
  createServer(options, listener) { return new Server(options, listener); },
  connect,
};

ObjectDefineProperty(module.exports, 'rootCertificates', {
  __proto__: null, configurable: false, enumerable: true, get: bundledCertificates,
});
