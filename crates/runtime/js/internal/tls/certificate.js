'use strict';

// Certificates as `getPeerCertificate()` shows them.

const { ArrayIsArray, ArrayPrototypePush } = primordials;

const { Buffer } = require('internal/buffer/buffer');

const bufferOf = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// Keys and values that follow each other; a key that comes again has a list.
function collect(flat) {
  const object = { __proto__: null };
  for (let i = 0; i < flat.length; i += 2) {
    const { [i]: key, [i + 1]: value } = flat;
    if (object[key] === undefined) object[key] = value;
    else if (ArrayIsArray(object[key])) ArrayPrototypePush(object[key], value);
    else object[key] = [object[key], value];
  }
  return object;
}

function collectLists(flat) {
  const object = { __proto__: null };
  for (let i = 0; i < flat.length; i += 2) {
    object[flat[i]] ??= [];
    ArrayPrototypePush(object[flat[i]], flat[i + 1]);
  }
  return object;
}

function toLegacyObject(parts) {
  const { key } = parts;
  const isCurve = key?.kind === 'EC';
  const isShown = isCurve || key?.modulus !== undefined;
  return {
    subject: collect(parts.subject),
    issuer: collect(parts.issuer),
    subjectaltname: parts.subjectaltname,
    infoAccess: parts.infoAccess.length > 0 ? collectLists(parts.infoAccess) : undefined,
    ca: parts.ca,
    modulus: key?.modulus,
    exponent: key?.exponent,
    pubkey: isShown ? bufferOf(key.bytes) : undefined,
    bits: isShown ? key.bits : undefined,
    valid_from: parts.valid_from,
    valid_to: parts.valid_to,
    fingerprint: parts.fingerprint,
    fingerprint256: parts.fingerprint256,
    fingerprint512: parts.fingerprint512,
    ext_key_usage: parts.ext_key_usage.length > 0 ? parts.ext_key_usage : undefined,
    serialNumber: parts.serialNumber,
    raw: bufferOf(parts.raw),
    asn1Curve: isCurve ? key.curve : undefined,
    nistCurve: isCurve ? key.nistCurve : undefined,
  };
}

// A chain, the peer's own first: each has its issuer, the last itself if it is its own.
function chainOf(list) {
  if (list.length === 0) return {};
  const certificates = [];
  for (let i = 0; i < list.length; i++) certificates[i] = toLegacyObject(list[i]);
  for (let i = 0; i < list.length; i++) {
    if (i + 1 < list.length) certificates[i].issuerCertificate = certificates[i + 1];
    else if (list[i].isSelfIssued) certificates[i].issuerCertificate = certificates[i];
  }
  return certificates[0];
}

module.exports = { bufferOf, chainOf, toLegacyObject };
