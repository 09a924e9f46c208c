// Keys on curves for SubtleCrypto: ECDSA and ECDH on those of NIST, Ed25519, Ed448, X25519, X448.
'use strict';

const { MathCeil, StringPrototypeToLowerCase, TypedArrayPrototypeSlice } = primordials;

const { exportJwk, importJwk } = require('internal/crypto/keys');
const { domException } = require('web/crypto/idl');
const { makeKey, slotsOf } = require('web/crypto/crypto_key');
const { digestName } = require('web/crypto/digest');
const {
  checkAlg, checkJwk, checkUsages, dataError, exportDer, jwkOf, makePair, operationError, reading, requireUsages, run, unsupportedExport,
  unsupportedImport,
} = require('web/crypto/keys');
const binding = internalBinding('crypto');

// OpenSSL's names of the curves.
const names = { '__proto__': null, 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };
const AGREEING = ['deriveKey', 'deriveBits'];

const isNist = (name) => name === 'ECDSA' || name === 'ECDH';
const isSigning = (name) => name === 'ECDSA' || name === 'Ed25519' || name === 'Ed448';
const publicUsages = (name) => (isSigning(name) ? ['verify'] : []);
const privateUsages = (name) => (isSigning(name) ? ['sign'] : AGREEING);
const kindOf = (name) => (isNist(name) ? 'ec' : StringPrototypeToLowerCase(name));
const algorithmOf = ({ name, namedCurve }) => (isNist(name) ? { name, namedCurve } : { name });

function checkCurve(algorithm) {
  if (isNist(algorithm.name) && names[algorithm.namedCurve] === undefined) {
    throw domException('Unrecognized namedCurve', 'NotSupportedError');
  }
}

async function generateKey(algorithm, extractable, usages) {
  const { name, namedCurve } = algorithm;
  checkCurve(algorithm);
  checkUsages(usages, isSigning(name) ? ['sign', 'verify'] : AGREEING, name);
  const own = privateUsages(name);
  if (!primordials.ArrayPrototypeSome(usages, (usage) => primordials.ArrayPrototypeIncludes(own, usage))) requireUsages([], 'creating a key');
  const options = isNist(name) ? { namedCurve: names[namedCurve] } : {};
  const pair = await run('KEYPAIRGENREQUEST', (done) => binding.generateKeyPair(kindOf(name), options, done));
  return makePair(pair, algorithmOf(algorithm), extractable, usages, publicUsages(name), own);
}

function importKey(format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  checkCurve(algorithm);
  const isRaw = format === 'raw' || format === 'raw-public';
  if (!isRaw && format !== 'spki' && format !== 'pkcs8' && format !== 'jwk') throw unsupportedImport(name, format);
  const isPrivate = format === 'pkcs8' || (format === 'jwk' && data.d !== undefined);
  checkUsages(usages, isPrivate ? privateUsages(name) : publicUsages(name), name);
  let handle;
  if (isRaw) {
    handle = isNist(name) ? binding.importEc(names[algorithm.namedCurve], data) : binding.importRaw(kindOf(name), data, false);
    if (handle === undefined) throw dataError('Invalid keyData', new Error('Invalid key data'));
  } else if (format === 'jwk') {
    checkJwk(data, isNist(name) ? 'EC' : 'OKP', isSigning(name) ? 'sig' : 'enc', extractable, usages);
    if (data.crv !== (isNist(name) ? algorithm.namedCurve : name)) throw dataError('Invalid keyData');
    if (!isNist(name) && isSigning(name) && data.alg !== undefined && data.alg !== 'EdDSA') checkAlg(data, name);
    if (name === 'ECDSA' && data.alg !== undefined && data.alg !== jwkAlgs[data.crv]) checkAlg(data, jwkAlgs[data.crv]);
    handle = reading(() => importJwk(data, isPrivate ? 'private' : 'public'));
    if (!isNist(name) && isPrivate) checkOwnPublic(handle, data);
  } else {
    handle = reading(() => binding.parseKey(data, 'der', format, undefined, isPrivate ? 'private' : 'any'));
  }
  if (binding.keyKind(handle) !== kindOf(name)) throw dataError('Invalid key type');
  if (isNist(name)) {
    const curve = names[algorithm.namedCurve];
    if (binding.keyDetails(handle).namedCurve !== curve) throw dataError('Named curve mismatch');
    // A point may come compressed; it goes out whole.
    if (!isPrivate) handle = binding.importEc(curve, binding.rawPublic(handle));
  }
  if (isPrivate) requireUsages(usages, 'importing a private key');
  return makeKey(handle, isPrivate ? 'private' : 'public', algorithmOf(algorithm), extractable, usages);
}

const jwkAlgs = { '__proto__': null, 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

// The public key in a private JWK must be its own.
function checkOwnPublic(handle, jwk) {
  if (exportJwk(binding.publicOfPrivate(handle)).x !== jwk.x) throw dataError('Invalid keyData');
}

function exportKey(format, key) {
  const { handle, type, algorithm } = slotsOf(key);
  const { name } = algorithm;
  if (format === 'jwk') {
    const parts = exportJwk(handle);
    const jwk = jwkOf(key, isSigning(name) && !isNist(name) ? name : undefined);
    return { ...jwk, ...parts };
  }
  if (format === 'raw' || format === 'raw-public') {
    if (type !== 'public') throw unsupportedExport(key, format);
    return binding.rawPublic(handle);
  }
  return exportDer(format, key);
}

function checkContext(algorithm) {
  if (algorithm.context !== undefined && algorithm.context.byteLength > 0) {
    throw domException('Non zero-length context is not yet supported', 'NotSupportedError');
  }
}

function sign(algorithm, key, data) {
  const { handle, type, algorithm: { name } } = slotsOf(key);
  checkContext(algorithm);
  if (type !== 'private') throw domException('Key must be a private key', 'InvalidAccessError');
  const digest = name === 'ECDSA' ? digestName(algorithm.hash.name) : undefined;
  return run('SIGNREQUEST', (done) => binding.sign(digest, data, handle, undefined, undefined, name === 'ECDSA', undefined, done));
}

function verify(algorithm, key, signature, data) {
  const { handle, type, algorithm: { name } } = slotsOf(key);
  checkContext(algorithm);
  if (type !== 'public') throw domException('Key must be a public key', 'InvalidAccessError');
  const digest = name === 'ECDSA' ? digestName(algorithm.hash.name) : undefined;
  return run('SIGNREQUEST', (done) => binding.verify(digest, data, handle, signature, undefined, undefined, name === 'ECDSA', undefined, done));
}

// The first `length` bits of the shared secret, or all.
async function deriveBits(algorithm, key, length) {
  const own = slotsOf(key);
  const other = slotsOf(algorithm.public);
  const invalid = (message) => domException(message, 'InvalidAccessError');
  if (own.type !== 'private') throw invalid('baseKey must be a private key');
  if (other.type !== 'public') throw invalid('algorithm.public must be a public key');
  if (own.algorithm.name !== other.algorithm.name) throw invalid('key algorithm mismatch');
  if (own.algorithm.namedCurve !== other.algorithm.namedCurve) throw invalid('Named curve mismatch');
  const secret = await run('DERIVEBITSREQUEST', (done) => binding.agree(own.handle, other.handle, done));
  if (length === null || length === undefined) return secret;
  const bytes = MathCeil(length / 8);
  if (secret.byteLength < bytes) throw operationError('derived bit length is too small');
  const cut = TypedArrayPrototypeSlice(secret, 0, bytes);
  if (length % 8 !== 0) cut[bytes - 1] &= 0xff << (8 - (length % 8));
  return cut;
}

module.exports = { deriveBits, exportKey, generateKey, importKey, sign, verify };
