'use strict';

// Whom connections trust when a program names nobody: the authorities of the system, which Node has built in, and those
// of NODE_EXTRA_CA_CERTS.

const { ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSlice, ObjectFreeze, StringPrototypeIndexOf, StringPrototypeSlice } = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE },
} = require('internal/errors');
const { Buffer } = require('internal/buffer/buffer');
const { isArrayBufferView } = require('internal/util/views');
const { validateOneOf } = require('internal/validators');

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
// Where distributions keep them in one file.
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/ca-bundle.pem', '/etc/ssl/cert.pem',
];

let bundled;
let extra;
let chosen;
// A context that trusts them and does nothing else.
let trusting;
let changes = 0;

function split(text) {
  const list = [];
  for (let start = StringPrototypeIndexOf(text, BEGIN); start !== -1; start = StringPrototypeIndexOf(text, BEGIN, start + 1)) {
    const end = StringPrototypeIndexOf(text, END, start);
    if (end === -1) break;
    ArrayPrototypePush(list, StringPrototypeSlice(text, start, end + END.length));
  }
  return list;
}

function readList(path) {
  try {
    return split(require('fs').readFileSync(path, 'latin1'));
  } catch {
    return undefined;
  }
}

function bundledCertificates() {
  if (bundled === undefined) {
    bundled = [];
    for (let i = 0; i < BUNDLES.length; i++) {
      const list = readList(BUNDLES[i]);
      if (list !== undefined) {
        bundled = list;
        break;
      }
    }
    ObjectFreeze(bundled);
  }
  return bundled;
}

function extraCertificates() {
  if (extra === undefined) {
    const path = process.env.NODE_EXTRA_CA_CERTS;
    const list = path ? readList(path) : [];
    if (list === undefined) {
      process.emitWarning(`Ignoring extra certs from \`${path}\`, load failed: No such file or directory`);
    }
    extra = ObjectFreeze(list ?? []);
  }
  return extra;
}

function getCACertificates(type = 'default') {
  validateOneOf(type, 'type', ['default', 'system', 'bundled', 'extra']);
  if (type === 'extra') return extraCertificates();
  if (type === 'default') {
    if (chosen !== undefined) return chosen;
    const all = ArrayPrototypeSlice(bundledCertificates());
    const more = extraCertificates();
    for (let i = 0; i < more.length; i++) ArrayPrototypePush(all, more[i]);
    return ObjectFreeze(all);
  }
  return bundledCertificates();
}

function setDefaultCACertificates(certificates) {
  if (!ArrayIsArray(certificates)) throw new ERR_INVALID_ARG_TYPE('certs', 'Array', certificates);
  const list = [];
  for (let i = 0; i < certificates.length; i++) {
    const one = certificates[i];
    if (typeof one !== 'string' && !isArrayBufferView(one)) {
      throw new ERR_INVALID_ARG_TYPE(`certs[${i}]`, ['string', 'ArrayBufferView'], one);
    }
    const found = split(typeof one === 'string' ? one : Buffer.from(one.buffer, one.byteOffset, one.byteLength).toString('latin1'));
    for (let j = 0; j < found.length; j++) ArrayPrototypePush(list, found[j]);
  }
  chosen = ObjectFreeze(list);
  trusting = undefined;
  changes++;
}

// Makes a context trust them. All contexts have one store of them, and a certificate is read when a chain is looked at that it may belong to: a hundred take
// as long as a hundred connections.
function trustDefaults(native, context) {
  trusting ??= trustingContext(native);
  native.shareTrust(context, trusting);
}

function trustingContext(native) {
  const context = native.createContext(0, 0, 0);
  if (chosen === undefined) native.trustSystem(context);
  const more = chosen ?? extraCertificates();
  if (more.length > 0) native.trust(context, Buffer.from(ArrayPrototypeJoin(more, '\n')));
  return context;
}

// How often a program has chosen other defaults.
const trustChanges = () => changes;

module.exports = { bundledCertificates, getCACertificates, setDefaultCACertificates, trustChanges, trustDefaults };
