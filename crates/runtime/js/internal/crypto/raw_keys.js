// Keys as their bytes alone: the formats 'raw-public', 'raw-private' and 'raw-seed'.
'use strict';

const { ArrayPrototypeIncludes, Error, TypeError } = primordials;

const { codes } = require('internal/errors');
const { validateOneOf, validateString } = require('internal/validators');
const { isBytes, plainView, toBuffer } = require('internal/crypto/bytes');
const binding = internalBinding('crypto');

const UNCOMPRESSED = 4;
const COMPRESSED = 2;

const publicFormats = ['raw-public'];
const privateFormats = ['raw-private', 'raw-seed'];
// Their keys are several numbers.
const framedKinds = ['rsa', 'rsa-pss', 'dsa', 'dh'];
const nistCurves = { '__proto__': null, 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };

const isPublicFormat = (format) => ArrayPrototypeIncludes(publicFormats, format);
const isPrivateFormat = (format) => ArrayPrototypeIncludes(privateFormats, format);

// As the native side words it, without naming the encoding.
function incompatible() {
  const error = new Error('The selected key encoding is incompatible with the key type');
  error.code = 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS';
  return error;
}

function invalidValue(message) {
  const error = new TypeError(message);
  error.code = 'ERR_INVALID_ARG_VALUE';
  return error;
}

function curveOf(options) {
  const { namedCurve } = options;
  validateString(namedCurve, 'key.namedCurve');
  const curve = nistCurves[namedCurve] ?? namedCurve;
  if (ArrayPrototypeIncludes(binding.getCurves(), curve)) return curve;
  const error = new TypeError('Invalid EC curve name');
  error.code = 'ERR_CRYPTO_INVALID_CURVE';
  throw error;
}

function readOnCurve(curve, bytes, isPrivate) {
  if (!isPrivate) return binding.importEc(curve, bytes);
  const point = binding.pointOf(curve, bytes);
  return point === undefined ? undefined : binding.importEc(curve, point, bytes);
}

// The handle of the key that `options` describe. Of a private key the public one can be had, but not the other way round.
function read(options, wanted) {
  const { key, format, asymmetricKeyType: kind } = options;
  const isPrivate = isPrivateFormat(format);
  if (wanted === 'private' && !isPrivate) throw new codes.ERR_INVALID_ARG_VALUE('key.format', format);
  if (!isBytes(key)) throw new codes.ERR_INVALID_ARG_TYPE('key.key', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], key);
  validateString(kind, 'key.asymmetricKeyType');
  if (!binding.isKeyKind(kind)) throw invalidValue(`Invalid asymmetricKeyType: ${kind}`);
  if (ArrayPrototypeIncludes(framedKinds, kind)) throw incompatible();
  const bytes = plainView(key);
  if (isPrivate && (format === 'raw-seed') !== growsFromSeed(kind)) throw incompatible();
  let handle;
  if (kind === 'ec') handle = readOnCurve(curveOf(options), bytes, isPrivate);
  else if (format === 'raw-seed') handle = binding.importSeed(kind, bytes);
  else handle = binding.importRaw(kind, bytes, isPrivate);
  if (handle === undefined) throw invalidValue('Invalid key data');
  return handle;
}

// Whether private keys of a kind are kept as what they grow from.
function growsFromSeed(kind) {
  const name = binding.postQuantumName(kind);
  return name !== undefined && primordials.StringPrototypeStartsWith(name, 'ML-');
}

// The bytes of a key in one of the formats of its type.
function write(handle, format, type) {
  const kind = binding.keyKind(handle);
  if (ArrayPrototypeIncludes(framedKinds, kind)) throw incompatible();
  if (format === 'raw-public') return writePublic(handle, kind, type);
  const bytes = format === 'raw-seed' ? binding.rawSeed(handle) : growsFromSeed(kind) ? undefined : binding.rawPrivate(handle);
  if (bytes === undefined) throw incompatible();
  return toBuffer(bytes);
}

function writePublic(handle, kind, type) {
  const bytes = binding.rawPublic(handle);
  if (bytes === undefined) throw incompatible();
  if (kind !== 'ec') return toBuffer(bytes);
  if (type !== undefined) validateOneOf(type, 'options.type', ['compressed', 'uncompressed']);
  const form = type === 'compressed' ? COMPRESSED : UNCOMPRESSED;
  return toBuffer(binding.convertPoint(bytes, binding.keyDetails(handle).namedCurve, form));
}

module.exports = { growsFromSeed, isPrivateFormat, isPublicFormat, read, write };
