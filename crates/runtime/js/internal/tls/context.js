'use strict';

// tls.createSecureContext: options checked and given to the native side.

const {
  ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypeJoin, MathFloor, SafeMap, StringPrototypeReplace, StringPrototypeSplit,
  StringPrototypeStartsWith,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_METHOD_NOT_IMPLEMENTED, ERR_TLS_INVALID_PROTOCOL_METHOD,
    ERR_TLS_INVALID_PROTOCOL_VERSION, ERR_TLS_PROTOCOL_VERSION_CONFLICT,
  },
} = require('internal/errors');
const { Buffer } = require('internal/buffer/buffer');
const { isArrayBufferView } = require('internal/util/views');
const { validateInteger, validateInt32, validateString } = require('internal/validators');
const { trustChanges, trustDefaults } = require('internal/tls/authorities');
const native = internalBinding('tls');

const VERSIONS = { '__proto__': null, 'TLSv1': 0x301, 'TLSv1.1': 0x302, 'TLSv1.2': 0x303, 'TLSv1.3': 0x304 };
// The oldest and the newest version of a method; without an oldest it is the default.
const METHODS = {
  __proto__: null,
  TLS: [0x301, 0x304],
  SSLv23: [undefined, 0x303],
  TLSv1: [0x301, 0x301],
  TLSv1_1: [0x302, 0x302],
  TLSv1_2: [0x303, 0x303],
};
const MISSING = ['clientCertEngine', 'privateKeyEngine', 'privateKeyIdentifier', 'certificateCompression'];
const SERVER_PREFERENCE = 0x400000;
const NO_COMPRESSION = 0x20000;
const ALLOW_CLIENT_RENEGOTIATION = 0x100;

// Native contexts of clients, by what they were made of: making one takes as long as half a handshake, and a program that
// connects again does so in the same way. Only those that have no identity; who changes one has it for himself from then on.
const MOST_KEPT = 4;
const kept = new SafeMap();
const IDENTITIES = ['cert', 'key', 'pfx', 'crl', 'dhparam', 'ticketKeys', 'sessionIdContext', 'allowPartialTrustChain'];

class SecureContext {
  constructor(context) {
    this.context = context;
  }
}

// What programs see of the native context.
class NativeContext {
  #native;

  constructor(made) {
    this.#native = made;
  }

  static nativeOf(context) { return context.#native; }

  addCACert(pem) {
    const bytes = toBytes(pem, 'cert');
    kept.clear();
    native.addCA(this.#native, bytes);
  }
  addRootCerts() {
    kept.clear();
    trustDefaults(native, this.#native);
  }
  getTicketKeys() {
    const keys = native.ticketKeys(this.#native);
    return Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength);
  }
  setTicketKeys(keys) {
    kept.clear();
    native.setTicketKeys(this.#native, keys);
  }
}

function toBytes(value, name) {
  if (typeof value === 'string') return Buffer.from(value);
  if (isArrayBufferView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'object' && value !== null && typeof value.export === 'function') {
    return Buffer.from(value.export({ type: 'pkcs8', format: 'pem' }));
  }
  throw new ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'Buffer', 'TypedArray', 'DataView'], value);
}

const listOf = (value) => (ArrayIsArray(value) ? value : [value]);

function versionOf(name, fallback, label) {
  if (name === undefined || name === null) return VERSIONS[fallback];
  const version = VERSIONS[name];
  if (version === undefined) throw new ERR_TLS_INVALID_PROTOCOL_VERSION(name, label);
  return version;
}

function versionsOf(options) {
  const { secureProtocol, minVersion, maxVersion } = options;
  if (secureProtocol) {
    if (minVersion != null) throw new ERR_TLS_PROTOCOL_VERSION_CONFLICT(minVersion, secureProtocol);
    if (maxVersion != null) throw new ERR_TLS_PROTOCOL_VERSION_CONFLICT(maxVersion, secureProtocol);
    validateString(secureProtocol, 'options.secureProtocol');
    const name = StringPrototypeReplace(secureProtocol, /_(?:server_|client_)?method$/, '');
    if (name === 'SSLv2' || name === 'SSLv3') throw new ERR_TLS_INVALID_PROTOCOL_METHOD(`${name} methods disabled`);
    const found = METHODS[name];
    if (found === undefined || name === secureProtocol) {
      throw new ERR_TLS_INVALID_PROTOCOL_METHOD(`Unknown method: ${secureProtocol}`);
    }
    return [found[0] ?? VERSIONS[require('tls').DEFAULT_MIN_VERSION], found[1]];
  }
  const tls = require('tls');
  return [
    versionOf(minVersion, tls.DEFAULT_MIN_VERSION, 'minimum'),
    versionOf(maxVersion, tls.DEFAULT_MAX_VERSION, 'maximum'),
  ];
}

// Names of TLS 1.3 and of what came before are two lists.
function ciphersOf(ciphers) {
  if (ciphers !== undefined && ciphers !== null) validateString(ciphers, 'options.ciphers');
  const all = StringPrototypeSplit(ciphers ?? require('tls').DEFAULT_CIPHERS, ':');
  const suites = ArrayPrototypeFilter(all, (name) => StringPrototypeStartsWith(name, 'TLS_'));
  const others = ArrayPrototypeFilter(all, (name) => name.length > 0 && !StringPrototypeStartsWith(name, 'TLS_'));
  if (suites.length === 0 && others.length === 0) throw new ERR_INVALID_ARG_VALUE('options.ciphers', ciphers);
  return { suites: ArrayPrototypeJoin(suites, ':'), others: ArrayPrototypeJoin(others, ':') };
}

function createSecureContext(options) {
  return makeContext(options ?? {}, false);
}

// The context of a connection that was not given one.
function clientContext(options) {
  const { createSecureContext: current } = require('tls');
  // Programs replace it, to have every connection trust more.
  return current === createSecureContext ? makeContext(options, true) : current(options);
}

function makeContext(options, isForClient) {
  const { 0: least, 1: max } = versionsOf(options);
  const { suites, others } = ciphersOf(options.ciphers);
  // A list without names of TLS 1.3 leaves that version the library's own; the versions before have none left.
  const min = others === '' && least < 0x304 && max > 0x303 ? 0x304 : least;

  // Peers may ask for another handshake; who asks too often is cut off.
  let bits = NO_COMPRESSION + ALLOW_CLIENT_RENEGOTIATION;
  if (options.secureOptions !== undefined && options.secureOptions !== null) {
    validateInteger(options.secureOptions, 'secureOptions');
    const known = (options.secureOptions & NO_COMPRESSION) + (options.secureOptions & ALLOW_CLIENT_RENEGOTIATION);
    bits += options.secureOptions - known;
  }
  if (options.honorCipherOrder && MathFloor(bits / SERVER_PREFERENCE) % 2 === 0) bits += SERVER_PREFERENCE;

  const { ecdhCurve = require('tls').DEFAULT_ECDH_CURVE, sigalgs, sessionIdContext, sessionTimeout } = options;
  if (ecdhCurve !== null) validateString(ecdhCurve, 'options.ecdhCurve');
  if (sigalgs !== undefined && sigalgs !== null) {
    validateString(sigalgs, 'options.sigalgs');
    if (sigalgs === '') throw new ERR_INVALID_ARG_VALUE('options.sigalgs', sigalgs);
  }
  if (sessionIdContext !== undefined && sessionIdContext !== null) {
    validateString(sessionIdContext, 'options.sessionIdContext');
  }
  if (sessionTimeout !== undefined && sessionTimeout !== null) validateInt32(sessionTimeout, 'options.sessionTimeout', 0);
  const { privateKeyEngine, privateKeyIdentifier } = options;
  if (privateKeyIdentifier !== undefined && privateKeyIdentifier !== null) {
    // Neither is of use without the other.
    if (typeof privateKeyEngine !== 'string') {
      throw new ERR_INVALID_ARG_TYPE('options.privateKeyEngine', ['string', 'null', 'undefined'], privateKeyEngine);
    }
    if (typeof privateKeyIdentifier !== 'string') {
      throw new ERR_INVALID_ARG_TYPE('options.privateKeyIdentifier', ['string', 'null', 'undefined'], privateKeyIdentifier);
    }
  }
  for (let i = 0; i < MISSING.length; i++) {
    const value = options[MISSING[i]];
    if (value !== undefined && value !== null) {
      if (MISSING[i] === 'clientCertEngine' && typeof value !== 'string') {
        throw new ERR_INVALID_ARG_TYPE('options.clientCertEngine', ['string', 'null', 'undefined'], value);
      }
      throw new ERR_METHOD_NOT_IMPLEMENTED(`tls.createSecureContext() with ${MISSING[i]}`);
    }
  }

  const curves = ecdhCurve === 'auto' || ecdhCurve === null ? undefined : ecdhCurve;
  const authorities = isForClient ? textOfAuthorities(options) : undefined;
  let key;
  if (authorities !== undefined) {
    key = ArrayPrototypeJoin([min, max, bits, others, suites, curves, sigalgs, sessionTimeout, trustChanges(), authorities], '\0');
    const found = kept.get(key);
    if (found !== undefined) return new SecureContext(new NativeContext(found));
  }
  const context = native.createContext(
    min, max, bits, others === '' ? undefined : others, suites === '' ? undefined : suites, curves, sigalgs, sessionIdContext,
    sessionTimeout);
  // First: a bag of PKCS #12 has authorities too, which come in addition.
  addTrust(context, options);
  addIdentity(context, options);
  addRevoked(context, options);
  if (options.allowPartialTrustChain) native.allowPartialChain(context);
  const { dhparam, ticketKeys } = options;
  if (dhparam !== undefined && dhparam !== null) {
    native.setDH(context, dhparam === 'auto' ? undefined : toBytes(dhparam, 'dhparam'));
  }
  if (ticketKeys !== undefined && ticketKeys !== null) {
    if (!isArrayBufferView(ticketKeys)) {
      throw new ERR_INVALID_ARG_TYPE('options.ticketKeys', ['Buffer', 'TypedArray', 'DataView'], ticketKeys);
    }
    if (ticketKeys.byteLength !== 48) {
      throw new ERR_INVALID_ARG_VALUE('options.ticketKeys', ticketKeys.byteLength, 'must be exactly 48 bytes');
    }
    native.setTicketKeys(context, toBytes(ticketKeys, 'ticketKeys'));
  }
  if (key !== undefined) {
    if (kept.size === MOST_KEPT) kept.clear();
    kept.set(key, context);
  }
  return new SecureContext(new NativeContext(context));
}

// The authorities as a text to be known by, or undefined if the context has more that it would have to be known by.
function textOfAuthorities(options) {
  for (let i = 0; i < IDENTITIES.length; i++) {
    if (options[IDENTITIES[i]]) return undefined;
  }
  const { ca } = options;
  if (!ca) return '';
  const list = listOf(ca);
  let all = '';
  for (let i = 0; i < list.length; i++) {
    const one = list[i];
    if (typeof one !== 'string' && !isArrayBufferView(one)) return undefined;
    const text = typeof one === 'string' ? one : toBytes(one, 'ca').latin1Slice();
    all += `${text.length}:${text}`;
  }
  return all;
}

function passphraseOf(passphrase) {
  if (passphrase === undefined || passphrase === null) return undefined;
  validateString(passphrase, 'options.passphrase');
  return Buffer.from(passphrase);
}

function addIdentity(context, options) {
  const { cert, key, passphrase, pfx } = options;
  if (cert) {
    const list = listOf(cert);
    for (let i = 0; i < list.length; i++) native.setCert(context, toBytes(list[i], 'cert'));
  }
  if (key) {
    const list = listOf(key);
    for (let i = 0; i < list.length; i++) {
      const one = list[i];
      // Only in a list may a key come with its passphrase.
      const isPair = ArrayIsArray(key) && one !== null && typeof one === 'object' && one.pem !== undefined;
      const bytes = toBytes(isPair ? one.pem : one, 'key');
      native.setKey(context, bytes, passphraseOf(isPair ? one.passphrase ?? passphrase : passphrase));
    }
  }
  if (pfx) {
    const list = listOf(pfx);
    for (let i = 0; i < list.length; i++) {
      const one = list[i];
      const isPair = one !== null && typeof one === 'object' && one.buf !== undefined;
      native.setPFX(context, toBytes(isPair ? one.buf : one, 'pfx'), passphraseOf(isPair ? one.passphrase ?? passphrase : passphrase));
    }
  }
}

function addTrust(context, options) {
  const { ca } = options;
  if (ca) {
    const list = listOf(ca);
    for (let i = 0; i < list.length; i++) native.addCA(context, toBytes(list[i], 'ca'));
  } else {
    trustDefaults(native, context);
  }
}

function addRevoked(context, options) {
  const { crl } = options;
  if (crl) {
    const list = listOf(crl);
    for (let i = 0; i < list.length; i++) native.addCRL(context, toBytes(list[i], 'crl'));
  }
}

// The native context behind what createSecureContext gave.
function nativeContextOf(secureContext) {
  return NativeContext.nativeOf(secureContext.context ?? secureContext);
}

module.exports = { SecureContext, clientContext, createSecureContext, nativeContextOf };
