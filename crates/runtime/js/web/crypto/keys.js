// What the families of algorithms share: usages, jobs, and keys as JWK.
'use strict';

const { ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypeSlice, SafeSet } = primordials;

const { domException } = require('web/crypto/idl');
const { requestPromise } = require('internal/crypto/request');
const { Buffer } = require('internal/buffer/buffer');
const { toBuffer } = require('internal/crypto/bytes');
const { makeKey, slotsOf } = require('web/crypto/crypto_key');
const binding = internalBinding('crypto');

const FAILED = 'The operation failed for an operation-specific reason';

// Only usages that the algorithm has.
function checkUsages(usages, allowed, name) {
  for (let i = 0; i < usages.length; i++) {
    if (!ArrayPrototypeIncludes(allowed, usages[i])) throw domException(`Unsupported key usage for ${name} key`, 'SyntaxError');
  }
}

const among = (usages, allowed) => ArrayPrototypeFilter(usages, (usage) => ArrayPrototypeIncludes(allowed, usage));

function requireUsages(usages, what) {
  if (usages.length === 0) throw domException(`Usages cannot be empty when ${what}.`, 'SyntaxError');
}

const operationError = (message, cause) => domException(message, 'OperationError', cause);
const dataError = (message, cause) => domException(message, 'DataError', cause);

// A job of the binding; whatever it fails with is an OperationError.
async function run(type, start) {
  try {
    return await requestPromise(type, start);
  } catch (error) {
    throw operationError(FAILED, error);
  }
}

// Whatever fails is a DataError about the key.
function reading(body) {
  try {
    return body();
  } catch (error) {
    if (error.name === 'DataError' || error.name === 'NotSupportedError' || error.name === 'SyntaxError') throw error;
    throw dataError('Invalid keyData', error);
  }
}

// What every key in JWK is checked for. `use` is 'sig' or 'enc'.
function checkJwk(jwk, kty, use, extractable, usages) {
  if (jwk.kty !== kty) throw dataError('Invalid JWK "kty" Parameter');
  if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use) throw dataError('Invalid JWK "use" Parameter');
  if (jwk.ext !== undefined && jwk.ext === false && extractable) throw dataError('JWK "ext" Parameter and extractable mismatch');
  if (jwk.key_ops === undefined) return;
  if (!primordials.ArrayIsArray(jwk.key_ops)) throw dataError('Invalid JWK "key_ops" Parameter');
  const seen = new SafeSet();
  for (let i = 0; i < jwk.key_ops.length; i++) {
    if (seen.has(jwk.key_ops[i])) throw dataError('Duplicate key operation');
    seen.add(jwk.key_ops[i]);
  }
  for (let i = 0; i < usages.length; i++) {
    if (!seen.has(usages[i])) throw dataError('Key operations and usage mismatch');
  }
}

function checkAlg(jwk, expected) {
  if (jwk.alg !== undefined && jwk.alg !== expected) throw dataError('JWK "alg" does not match the requested algorithm');
}

// The members of every exported JWK.
function jwkOf(key, alg) {
  const { usages, extractable } = slotsOf(key);
  const jwk = { key_ops: ArrayPrototypeSlice(usages), ext: extractable };
  if (alg !== undefined) jwk.alg = alg;
  return jwk;
}

const base64url = (bytes) => toBuffer(bytes).toString('base64url');
const fromBase64url = (text) => Buffer.from(text, 'base64url');

function unsupportedImport(name, format) {
  return domException(`Unable to import ${name} using ${format} format`, 'NotSupportedError');
}

function unsupportedExport(key, format) {
  const { algorithm, type } = slotsOf(key);
  return domException(`Unable to export ${algorithm.name} ${type} key using ${format} format`, 'NotSupportedError');
}

// A key of a pair in the form that all families have.
function exportDer(format, key) {
  const { handle, type } = slotsOf(key);
  if (format === 'spki') {
    if (type !== 'public') throw domException('Key must be a public key', 'InvalidAccessError');
    return binding.exportPublic(handle, 'spki', 'der');
  }
  if (format === 'pkcs8') {
    if (type !== 'private') throw domException('Key must be a private key', 'InvalidAccessError');
    return binding.exportPrivate(handle, 'pkcs8', 'der');
  }
  throw unsupportedExport(key, format);
}

// A pair of keys with their share of the usages; the private one must have one.
function makePair(pair, algorithm, extractable, usages, publicUsages, privateUsages) {
  const own = among(usages, privateUsages);
  if (own.length === 0) throw domException('Usages cannot be empty when creating a key.', 'SyntaxError');
  return {
    publicKey: makeKey(pair[0], 'public', algorithm, true, among(usages, publicUsages)),
    privateKey: makeKey(pair[1], 'private', { ...algorithm }, extractable, own),
  };
}

module.exports = {
  among, base64url, checkAlg, checkJwk, checkUsages, dataError, exportDer, fromBase64url, jwkOf, makePair, operationError, reading, requireUsages, run,
  unsupportedExport, unsupportedImport,
};
