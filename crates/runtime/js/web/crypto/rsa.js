// RSA for SubtleCrypto: RSASSA-PKCS1-v1_5, RSA-PSS, RSA-OAEP.
'use strict';

const { StringPrototypeSlice, StringPrototypeStartsWith } = primordials;

const { constants } = require('internal/crypto/constants');
const { exportJwk, importJwk } = require('internal/crypto/keys');
const { domException } = require('web/crypto/idl');
const { makeKey, slotsOf } = require('web/crypto/crypto_key');
const { digestName } = require('web/crypto/digest');
const {
  checkAlg, checkJwk, checkUsages, dataError, exportDer, jwkOf, makePair, operationError, reading, requireUsages, run,
  unsupportedImport,
} = require('web/crypto/keys');
const binding = internalBinding('crypto');

const isOaep = (name) => name === 'RSA-OAEP';
const publicUsages = (name) => (isOaep(name) ? ['encrypt', 'wrapKey'] : ['verify']);
const privateUsages = (name) => (isOaep(name) ? ['decrypt', 'unwrapKey'] : ['sign']);
const allUsages = (name) => (isOaep(name) ? ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'] : ['sign', 'verify']);

async function generateKey(algorithm, extractable, usages) {
  const { name, modulusLength, publicExponent, hash } = algorithm;
  checkUsages(usages, allUsages(name), name);
  const exponent = numberOf(publicExponent);
  if (exponent === undefined) throw operationError('algorithm.publicExponent is too large');
  if (exponent < 3) throw operationError('algorithm.publicExponent must be at least 3');
  if (exponent % 2 === 0) throw operationError('algorithm.publicExponent must be odd');
  requirePrivateUsage(usages, name);
  const pair = await run('KEYPAIRGENREQUEST',
    (done) => binding.generateKeyPair('rsa', { modulusLength, publicExponent: exponent }, done));
  return makePair(pair, { name, modulusLength, publicExponent, hash }, extractable, usages, publicUsages(name), privateUsages(name));
}

function requirePrivateUsage(usages, name) {
  const own = privateUsages(name);
  for (let i = 0; i < usages.length; i++) {
    if (primordials.ArrayPrototypeIncludes(own, usages[i])) return;
  }
  requireUsages([], 'creating a key');
}

// An exponent that fits into 32 bits.
function numberOf(bytes) {
  let number = 0;
  for (let i = 0; i < bytes.length; i++) {
    number = number * 256 + bytes[i];
    if (number > 0xffffffff) return undefined;
  }
  return number;
}

function importKey(format, data, algorithm, extractable, usages) {
  const { name, hash } = algorithm;
  let handle;
  let type;
  if (format === 'spki' || format === 'pkcs8') {
    type = format === 'spki' ? 'public' : 'private';
    checkUsages(usages, type === 'public' ? publicUsages(name) : privateUsages(name), name);
    handle = reading(() => binding.parseKey(data, 'der', format, undefined, type === 'public' ? 'any' : 'private'));
  } else if (format === 'jwk') {
    type = data.d === undefined ? 'public' : 'private';
    checkUsages(usages, type === 'public' ? publicUsages(name) : privateUsages(name), name);
    checkJwk(data, 'RSA', isOaep(name) ? 'enc' : 'sig', extractable, usages);
    checkAlg(data, jwkAlg(name, hash.name));
    handle = reading(() => importJwk(data, type));
  } else {
    throw unsupportedImport(name, format);
  }
  if (binding.keyKind(handle) !== 'rsa') throw dataError('Invalid key type');
  if (type === 'private') requireUsages(usages, 'importing a private key');
  const { modulusLength, publicExponent } = binding.keyDetails(handle);
  return makeKey(handle, type, { name, modulusLength, publicExponent, hash }, extractable, usages);
}

function jwkAlg(name, hash) {
  if (StringPrototypeStartsWith(hash, 'SHA3')) return undefined;
  const size = StringPrototypeSlice(hash, 4);
  if (isOaep(name)) return size === '1' ? 'RSA-OAEP' : `RSA-OAEP-${size}`;
  return name === 'RSA-PSS' ? `PS${size}` : `RS${size}`;
}

function exportKey(format, key) {
  const { handle, type, algorithm } = slotsOf(key);
  if (format === 'jwk') {
    return { ...jwkOf(key, jwkAlg(algorithm.name, algorithm.hash.name)), ...exportJwk(handle) };
  }
  return exportDer(format, key);
}

function padding(algorithm) {
  return algorithm.name === 'RSA-PSS' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
}

function sign(algorithm, key, data) {
  const { handle, type, algorithm: own } = slotsOf(key);
  if (type !== 'private') throw domException('Key must be a private key', 'InvalidAccessError');
  return run('SIGNREQUEST',
    (done) => binding.sign(digestName(own.hash.name), data, handle, padding(algorithm), algorithm.saltLength, false, undefined, done));
}

function verify(algorithm, key, signature, data) {
  const { handle, type, algorithm: own } = slotsOf(key);
  if (type !== 'public') throw domException('Key must be a public key', 'InvalidAccessError');
  return run('SIGNREQUEST',
    (done) => binding.verify(digestName(own.hash.name), data, handle, signature, padding(algorithm), algorithm.saltLength, false, undefined, done));
}

function crypt(algorithm, key, data, isEncrypting) {
  const { handle, type, algorithm: own } = slotsOf(key);
  if (type !== (isEncrypting ? 'public' : 'private')) {
    throw domException(`Key must be a ${isEncrypting ? 'public' : 'private'} key`, 'InvalidAccessError');
  }
  return run('CIPHERREQUEST', (done) => binding.rsa(
    isEncrypting ? 'publicEncrypt' : 'privateDecrypt', handle, data, constants.RSA_PKCS1_OAEP_PADDING, digestName(own.hash.name),
    algorithm.label, done));
}

module.exports = { crypt, exportKey, generateKey, importKey, sign, verify };
