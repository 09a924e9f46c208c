// HMAC for SubtleCrypto.
'use strict';

const { StringPrototypeSlice, StringPrototypeStartsWith, TypedArrayPrototypeSlice, Uint8Array } = primordials;

const { makeKey, slotsOf } = require('web/crypto/crypto_key');
const { digestName } = require('web/crypto/digest');
const {
  base64url, checkAlg, checkJwk, checkUsages, dataError, fromBase64url, jwkOf, operationError, requireUsages, run, unsupportedExport,
  unsupportedImport,
} = require('web/crypto/keys');
const binding = internalBinding('crypto');

const USAGES = ['sign', 'verify'];
// In bits: of the blocks that a digest works on.
const blocks = {
  '__proto__': null, 'SHA-1': 512, 'SHA-256': 512, 'SHA-384': 1024, 'SHA-512': 1024, 'SHA3-256': 1088, 'SHA3-384': 832, 'SHA3-512': 576,
};

const blockLength = (hash) => blocks[hash];

async function generateKey(algorithm, extractable, usages) {
  const { name, hash, length = blockLength(hash.name) } = algorithm;
  checkUsages(usages, USAGES, name);
  if (length === 0) throw operationError('HmacKeyGenParams.length cannot be 0');
  requireUsages(usages, 'creating a key');
  const bytes = await run('KEYGENREQUEST', (done) => binding.randomJob(primordials.MathCeil(length / 8), done));
  maskTail(bytes, length);
  return makeKey(binding.secretKey(bytes), 'secret', { name, length, hash }, extractable, usages);
}

// Bits beyond the length are zero.
function maskTail(bytes, length) {
  const rest = length % 8;
  if (rest !== 0) bytes[bytes.length - 1] &= 0xff << (8 - rest);
}

function importKey(format, data, algorithm, extractable, usages) {
  const { name, hash } = algorithm;
  checkUsages(usages, USAGES, name);
  let bytes;
  if (format === 'raw' || format === 'raw-secret') {
    bytes = data;
  } else if (format === 'jwk') {
    checkJwk(data, 'oct', 'sig', extractable, usages);
    checkAlg(data, jwkAlg(hash.name));
    if (typeof data.k !== 'string') throw dataError('Invalid keyData');
    bytes = fromBase64url(data.k);
  } else {
    throw unsupportedImport(name, format);
  }
  requireUsages(usages, 'importing a secret key');
  let length = bytes.byteLength * 8;
  if (length === 0) throw dataError('Zero-length key is not supported');
  if (algorithm.length !== undefined) {
    if (algorithm.length === 0) throw dataError('HmacImportParams.length cannot be 0');
    if (algorithm.length > length || algorithm.length <= length - 8) throw dataError('Invalid key length');
    ({ length } = algorithm);
    bytes = TypedArrayPrototypeSlice(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    maskTail(bytes, length);
  }
  return makeKey(binding.secretKey(bytes), 'secret', { name, length, hash }, extractable, usages);
}

function jwkAlg(hash) {
  return StringPrototypeStartsWith(hash, 'SHA3') ? undefined : `HS${StringPrototypeSlice(hash, 4)}`;
}

function exportKey(format, key) {
  const { handle, algorithm } = slotsOf(key);
  const bytes = binding.secretBytes(handle);
  if (format === 'raw' || format === 'raw-secret') return bytes;
  if (format !== 'jwk') throw unsupportedExport(key, format);
  return { ...jwkOf(key, jwkAlg(algorithm.hash.name)), kty: 'oct', k: base64url(bytes) };
}

function sign(_algorithm, key, data) {
  const { handle, algorithm } = slotsOf(key);
  return run('SIGNREQUEST', (done) => binding.hmacJob(digestName(algorithm.hash.name), binding.secretBytes(handle), data, done));
}

async function verify(algorithm, key, signature, data) {
  const own = await sign(algorithm, key, data);
  return own.byteLength === signature.byteLength && binding.timingSafeEqual(own, signature);
}

module.exports = { blockLength, exportKey, generateKey, importKey, sign, verify };
