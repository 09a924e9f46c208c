// X509Certificate.
'use strict';

const { Date, ObjectDefineProperties, RegExpPrototypeExec, StringPrototypeSplit, SymbolFor, SymbolToStringTag } = primordials;

const { codes } = require('internal/errors');
const { validateBoolean, validateObject, validateString } = require('internal/validators');
const { isBytes, plainView, toBuffer } = require('internal/crypto/bytes');
const binding = internalBinding('crypto');

// OpenSSL's bits for comparing names.
const ALWAYS_CHECK_SUBJECT = 0x1;
const NO_WILDCARDS = 0x2;
const NO_PARTIAL_WILDCARDS = 0x4;
const MULTI_LABEL_WILDCARDS = 0x8;
const SINGLE_LABEL_SUBDOMAINS = 0x10;
const NEVER_CHECK_SUBJECT = 0x20;

let handleOf;
let setIssuer;

class X509Certificate {
  #handle;
  #fields;
  #publicKey;
  #issuer;

  constructor(buffer) {
    if (typeof buffer !== 'string' && !isBytes(buffer)) {
      throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
    }
    this.#handle = binding.parseCertificate(plainView(buffer));
  }

  static {
    setIssuer = (certificate, issuer) => { certificate.#issuer = issuer; };
    handleOf = (value) => (value !== null && typeof value === 'object' && #handle in value ? value.#handle : undefined);
  }

  #field(name) {
    return (this.#fields ??= binding.certificateFields(this.#handle))[name];
  }

  get subject() { return this.#field('subject'); }
  get subjectAltName() { return this.#field('subjectAltName'); }
  get issuer() { return this.#field('issuer'); }
  get infoAccess() { return this.#field('infoAccess'); }
  get validFrom() { return this.#field('validFrom'); }
  get validTo() { return this.#field('validTo'); }
  get validFromDate() { return dateOf(this.validFrom); }
  get validToDate() { return dateOf(this.validTo); }
  get fingerprint() { return this.#field('fingerprint'); }
  get fingerprint256() { return this.#field('fingerprint256'); }
  get fingerprint512() { return this.#field('fingerprint512'); }
  get keyUsage() { return this.#field('keyUsage'); }
  get serialNumber() { return this.#field('serialNumber'); }
  get signatureAlgorithm() { return this.#field('signatureAlgorithm'); }
  get signatureAlgorithmOid() { return this.#field('signatureAlgorithmOid'); }
  get ca() { return this.#field('ca'); }
  get raw() { return toBuffer(binding.certificateDer(this.#handle)); }
  // Known only to a connection.
  get issuerCertificate() { return this.#issuer; }

  get publicKey() {
    return this.#publicKey ??= require('internal/crypto/keys').wrap(binding.certificateKey(this.#handle), 'public');
  }

  toString() {
    return binding.certificatePem(this.#handle);
  }

  toJSON() {
    return this.toString();
  }

  checkHost(name, options) {
    validateString(name, 'name');
    return binding.checkHost(this.#handle, name, flagsOf(options));
  }

  checkEmail(email, options) {
    validateString(email, 'email');
    return binding.checkEmail(this.#handle, email, flagsOf(options)) ? email : undefined;
  }

  checkIP(ip) {
    validateString(ip, 'ip');
    if (require('internal/ip_address').isIP(ip) === 0) {
      const error = new TypeError('Invalid name');
      error.code = 'ERR_INVALID_ARG_VALUE';
      throw error;
    }
    return binding.checkIP(this.#handle, ip) ? ip : undefined;
  }

  checkIssued(otherCert) {
    const other = handleOf(otherCert);
    if (other === undefined) throw new codes.ERR_INVALID_ARG_TYPE('otherCert', 'X509Certificate', otherCert);
    return binding.checkIssued(this.#handle, other);
  }

  checkPrivateKey(pkey) {
    return binding.checkPrivateKey(this.#handle, keyOf(pkey, 'private'));
  }

  verify(pkey) {
    return binding.verifyCertificate(this.#handle, keyOf(pkey, 'public'));
  }

  toLegacyObject() {
    const { subject, issuer, subjectAltName, infoAccess, ca } = this;
    const key = keyFields(this.publicKey);
    return {
      subject: namesOf(subject),
      issuer: namesOf(issuer),
      subjectaltname: subjectAltName,
      infoAccess: accessOf(infoAccess),
      ca,
      modulus: key.modulus,
      exponent: key.exponent,
      pubkey: key.pubkey,
      bits: key.bits,
      valid_from: this.validFrom,
      valid_to: this.validTo,
      fingerprint: this.fingerprint,
      fingerprint256: this.fingerprint256,
      fingerprint512: this.fingerprint512,
      ext_key_usage: this.keyUsage,
      serialNumber: this.serialNumber,
      raw: this.raw,
      asn1Curve: key.asn1Curve,
      nistCurve: key.nistCurve,
    };
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/util/inspect');
    return `X509Certificate ${inspect({
      subject: this.subject,
      subjectAltName: this.subjectAltName,
      issuer: this.issuer,
      infoAccess: this.infoAccess,
      validFrom: this.validFrom,
      validTo: this.validTo,
      validFromDate: this.validFromDate,
      validToDate: this.validToDate,
      fingerprint: this.fingerprint,
      fingerprint256: this.fingerprint256,
      fingerprint512: this.fingerprint512,
      keyUsage: this.keyUsage,
      serialNumber: this.serialNumber,
      signatureAlgorithm: this.signatureAlgorithm,
      signatureAlgorithmOid: this.signatureAlgorithmOid,
    }, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}
ObjectDefineProperties(X509Certificate.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'X509Certificate' },
});

const dateOf = (text) => new Date(text);

function keyOf(pkey, type) {
  const { handleOf: keyHandle, isKeyObject } = require('internal/crypto/keys');
  if (!isKeyObject(pkey)) throw new codes.ERR_INVALID_ARG_TYPE('pkey', 'KeyObject', pkey);
  if (pkey.type !== type) throw new codes.ERR_INVALID_ARG_VALUE('pkey', pkey);
  return keyHandle(pkey);
}

function flagsOf(options = {}) {
  validateObject(options, 'options');
  const {
    subject = 'default', wildcards = true, partialWildcards = true, multiLabelWildcards = false, singleLabelSubdomains = false,
  } = options;
  validateString(subject, 'options.subject');
  validateBoolean(wildcards, 'options.wildcards');
  validateBoolean(partialWildcards, 'options.partialWildcards');
  validateBoolean(multiLabelWildcards, 'options.multiLabelWildcards');
  validateBoolean(singleLabelSubdomains, 'options.singleLabelSubdomains');
  let flags = 0;
  if (subject === 'always') {
    flags |= ALWAYS_CHECK_SUBJECT;
  } else if (subject === 'never') {
    flags |= NEVER_CHECK_SUBJECT;
  } else if (subject !== 'default') {
    throw new codes.ERR_INVALID_ARG_VALUE('options.subject', subject);
  }
  if (!wildcards) flags |= NO_WILDCARDS;
  if (!partialWildcards) flags |= NO_PARTIAL_WILDCARDS;
  if (multiLabelWildcards) flags |= MULTI_LABEL_WILDCARDS;
  if (singleLabelSubdomains) flags |= SINGLE_LABEL_SUBDOMAINS;
  return flags;
}

// A name as an object of its parts; a part that comes twice is an array.
function namesOf(text) {
  const names = { __proto__: null };
  if (text === undefined) return names;
  const lines = StringPrototypeSplit(text, '\n');
  for (let i = 0; i < lines.length; i++) {
    const match = RegExpPrototypeExec(/^([^=]*)=(.*)$/s, lines[i]);
    if (match === null) continue;
    add(names, match[1], match[2]);
  }
  return names;
}

function accessOf(text) {
  if (text === undefined) return undefined;
  const entries = { __proto__: null };
  const lines = StringPrototypeSplit(text, '\n');
  for (let i = 0; i < lines.length; i++) {
    const match = RegExpPrototypeExec(/^([^:]*):(.*)$/s, lines[i]);
    if (match === null) continue;
    const { 1: key, 2: value } = match;
    if (entries[key] === undefined) entries[key] = [];
    primordials.ArrayPrototypePush(entries[key], value);
  }
  return entries;
}

function add(names, key, value) {
  const known = names[key];
  if (known === undefined) {
    names[key] = value;
  } else if (typeof known === 'string') {
    names[key] = [known, value];
  } else {
    primordials.ArrayPrototypePush(known, value);
  }
}

function keyFields(key) {
  const { handleOf: keyHandle } = require('internal/crypto/keys');
  const kind = key.asymmetricKeyType;
  if (kind === 'rsa') {
    const parts = binding.exportJwk(keyHandle(key));
    const { Buffer } = require('internal/buffer/buffer');
    return {
      modulus: primordials.StringPrototypeToUpperCase(toBuffer(parts.n).toString('hex')),
      bits: key.asymmetricKeyDetails.modulusLength,
      exponent: `0x${key.asymmetricKeyDetails.publicExponent.toString(16)}`,
      pubkey: Buffer.from(key.export({ type: 'spki', format: 'der' })),
    };
  }
  if (kind === 'ec') {
    const curve = key.asymmetricKeyDetails.namedCurve;
    const nist = { __proto__: null, prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };
    const point = toBuffer(binding.rawPublic(keyHandle(key)));
    const bits = curve === 'secp521r1' ? 521 : (point.length - 1) * 4;
    return { pubkey: point, bits, asn1Curve: curve, nistCurve: nist[curve] };
  }
  return {};
}

// What a structured clone makes of one; see web/structured_clone.
const kinds = [{
  __proto__: null,
  name: 'X509Certificate',
  is: (value) => handleOf(value) !== undefined,
  clone: (certificate) => new X509Certificate(certificate.raw),
  pack: (certificate) => plainView(certificate.raw),
  unpack: (bytes) => new X509Certificate(bytes),
}];

module.exports = { X509Certificate, isX509Certificate: (value) => handleOf(value) !== undefined, kinds, setIssuer };
