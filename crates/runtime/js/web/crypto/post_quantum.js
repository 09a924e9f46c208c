// ML-DSA and ML-KEM for SubtleCrypto, where the library has them.
'use strict';

const { StringPrototypeStartsWith } = primordials;

const { exportJwk, importJwk } = require('internal/crypto/keys');
const { makeKey, slotsOf } = require('web/crypto/crypto_key');
const {
  checkJwk, checkUsages, dataError, exportDer, jwkOf, makePair, operationError, reading, requireUsages, run, unsupportedImport,
} = require('web/crypto/keys');
const binding = internalBinding('crypto');

const CONTEXT_MAX = 255;
const KEM_USAGES = ['encapsulateKey', 'encapsulateBits', 'decapsulateKey', 'decapsulateBits'];

const isSigning = (name) => StringPrototypeStartsWith(name, 'ML-DSA');
const publicUsages = (name) => (isSigning(name) ? ['verify'] : ['encapsulateKey', 'encapsulateBits']);
const privateUsages = (name) => (isSigning(name) ? ['sign'] : ['decapsulateKey', 'decapsulateBits']);

async function generateKey({ name }, extractable, usages) {
  const own = privateUsages(name);
  checkUsages(usages, isSigning(name) ? ['sign', 'verify'] : KEM_USAGES, name);
  if (!primordials.ArrayPrototypeSome(usages, (usage) => primordials.ArrayPrototypeIncludes(own, usage))) requireUsages([], 'creating a key');
  const pair = await run('KEYPAIRGENREQUEST', (done) => binding.generateKeyPair(binding.postQuantumKind(name), {}, done));
  return makePair(pair, { name }, extractable, usages, publicUsages(name), own);
}

const privateFormats = { __proto__: null, 'raw-seed': true, 'pkcs8': true };
const publicFormats = { __proto__: null, 'raw-public': true, 'spki': true };

function importKey(format, data, { name }, extractable, usages) {
  if (format !== 'jwk' && !privateFormats[format] && !publicFormats[format]) throw unsupportedImport(name, format);
  const isPrivate = format === 'jwk' ? data.priv !== undefined : privateFormats[format] === true;
  checkUsages(usages, isPrivate ? privateUsages(name) : publicUsages(name), name);
  const handle = readKey(format, data, name, isPrivate, extractable, usages);
  if (binding.keyKind(handle) !== binding.postQuantumKind(name)) throw dataError('Invalid key type');
  if (isPrivate) requireUsages(usages, 'importing a private key');
  return makeKey(handle, isPrivate ? 'private' : 'public', { name }, extractable, usages);
}

function readKey(format, data, name, isPrivate, extractable, usages) {
  if (format === 'jwk') {
    checkJwk(data, 'AKP', isSigning(name) ? 'sig' : 'enc', extractable, usages);
    if (data.alg !== name) throw dataError('JWK "alg" Parameter and algorithm name mismatch');
    return reading(() => importJwk(data, isPrivate ? 'private' : 'public'));
  }
  if (format === 'pkcs8' || format === 'spki') {
    return reading(() => binding.parseKey(data, 'der', format, undefined, isPrivate ? 'private' : 'any'));
  }
  const kind = binding.postQuantumKind(name);
  const handle = isPrivate ? binding.importSeed(kind, data) : binding.importRaw(kind, data, false);
  if (handle === undefined) throw dataError('Invalid keyData', new Error('Invalid key data'));
  return handle;
}

function exportKey(format, key) {
  const { handle, type } = slotsOf(key);
  if (format === 'jwk') return { ...jwkOf(key), ...exportJwk(handle) };
  if (format === 'raw-public' && type === 'public') return binding.rawPublic(handle);
  if (format === 'raw-seed' && type === 'private') {
    const seed = binding.rawSeed(handle);
    if (seed === undefined) throw operationError('Key does not have an available seed');
    return seed;
  }
  return exportDer(format, key);
}

function checkContext({ context }) {
  if (context !== undefined && context.byteLength > CONTEXT_MAX) {
    throw operationError(`ContextParams.context must be at most ${CONTEXT_MAX} bytes`);
  }
}

function sign(algorithm, key, data) {
  const { handle } = slotsOf(key);
  checkContext(algorithm);
  return run('SIGNREQUEST', (done) => binding.sign(undefined, data, handle, undefined, undefined, false, algorithm.context, done));
}

function verify(algorithm, key, signature, data) {
  const { handle } = slotsOf(key);
  checkContext(algorithm);
  return run('SIGNREQUEST', (done) => binding.verify(undefined, data, handle, signature, undefined, undefined, false, algorithm.context, done));
}

// What is kept, and what is sent.
function encapsulate(key) {
  return run('DERIVEBITSREQUEST', (done) => binding.encapsulate(slotsOf(key).handle, done));
}

function decapsulate(key, ciphertext) {
  return run('DERIVEBITSREQUEST', (done) => binding.decapsulate(slotsOf(key).handle, ciphertext, done));
}

module.exports = { decapsulate, encapsulate, exportKey, generateKey, importKey, publicUsages, sign, verify };
