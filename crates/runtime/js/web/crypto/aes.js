// AES in the modes of Web Cryptography, and ChaCha20-Poly1305.
'use strict';

const { ArrayPrototypeIncludes, BigInt, StringPrototypeSlice } = primordials;

const { Buffer } = require('internal/buffer/buffer');
const { toBuffer } = require('internal/crypto/bytes');
const { makeKey, slotsOf } = require('web/crypto/crypto_key');
const {
  base64url, checkAlg, checkJwk, checkUsages, dataError, fromBase64url, jwkOf, operationError, requireUsages, run, unsupportedExport,
  unsupportedImport,
} = require('web/crypto/keys');
const binding = internalBinding('crypto');

const WRAPPING = ['wrapKey', 'unwrapKey'];
const ALL = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'];
const TAG_LENGTHS = [32, 64, 96, 104, 112, 120, 128];
const CHACHA = 'ChaCha20-Poly1305';

const usagesOf = (name) => (name === 'AES-KW' ? WRAPPING : ALL);
const isLength = (bits) => bits === 128 || bits === 192 || bits === 256;

async function generateKey(algorithm, extractable, usages) {
  const { name } = algorithm;
  checkUsages(usages, usagesOf(name), name);
  const length = name === CHACHA ? 256 : algorithm.length;
  if (name !== CHACHA && !isLength(length)) throw operationError('AES key length must be 128, 192, or 256 bits');
  requireUsages(usages, 'creating a key');
  const bytes = await run('KEYGENREQUEST', (done) => binding.randomJob(length / 8, done));
  return makeKey(binding.secretKey(bytes), 'secret', name === CHACHA ? { name } : { name, length }, extractable, usages);
}

function importKey(format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  checkUsages(usages, usagesOf(name), name);
  let bytes;
  if ((format === 'raw' && name !== CHACHA) || format === 'raw-secret') {
    bytes = data;
  } else if (format === 'jwk') {
    checkJwk(data, 'oct', 'enc', extractable, usages);
    if (typeof data.k !== 'string') throw dataError('Invalid keyData');
    bytes = fromBase64url(data.k);
  } else {
    throw unsupportedImport(name, format);
  }
  const length = bytes.byteLength * 8;
  if (name === CHACHA ? length !== 256 : !isLength(length)) throw dataError('Invalid key length');
  if (format === 'jwk') checkAlg(data, jwkAlg(name, length));
  requireUsages(usages, 'importing a secret key');
  return makeKey(binding.secretKey(bytes), 'secret', name === CHACHA ? { name } : { name, length }, extractable, usages);
}

const jwkAlg = (name, length) => (name === CHACHA ? 'C20P' : `A${length}${StringPrototypeSlice(name, 4)}`);

function exportKey(format, key) {
  const { handle, algorithm } = slotsOf(key);
  const bytes = () => binding.secretBytes(handle);
  if ((format === 'raw' && algorithm.name !== CHACHA) || format === 'raw-secret') return bytes();
  if (format !== 'jwk') throw unsupportedExport(key, format);
  return { ...jwkOf(key, jwkAlg(algorithm.name, algorithm.length)), kty: 'oct', k: base64url(bytes()) };
}

// `isEncrypting` is the direction.
function crypt(algorithm, key, data, isEncrypting) {
  const { handle, algorithm: { name, length } } = slotsOf(key);
  const secret = binding.secretBytes(handle);
  if (name === 'AES-GCM' || name === CHACHA) return aead(name, length, algorithm, secret, data, isEncrypting);
  if (name === 'AES-CTR') return counter(length, algorithm, secret, data);
  if (algorithm.iv.byteLength !== 16) throw operationError('algorithm.iv must contain exactly 16 bytes');
  return run('CIPHERREQUEST',
    (done) => binding.cipherJob(`aes-${length}-cbc`, isEncrypting, secret, algorithm.iv, data, undefined, undefined, done));
}

function aead(name, length, algorithm, secret, data, isEncrypting) {
  const { iv, additionalData, tagLength = 128 } = algorithm;
  if (name === CHACHA) {
    if (iv.byteLength !== 12) throw operationError('algorithm.iv must contain exactly 12 bytes');
    if (tagLength !== 128) throw operationError(`${tagLength} is not a valid ${name} tag length`);
  } else if (!ArrayPrototypeIncludes(TAG_LENGTHS, tagLength)) {
    throw operationError(`${tagLength} is not a valid ${name} tag length`);
  }
  const cipher = name === CHACHA ? 'chacha20-poly1305' : `aes-${length}-gcm`;
  return run('CIPHERREQUEST',
    (done) => binding.cipherJob(cipher, isEncrypting, secret, iv, data, tagLength / 8, additionalData, done));
}

// Only the last `length` bits of the block count; OpenSSL counts with all, so a text that makes them overflow is cut there.
async function counter(length, algorithm, secret, data) {
  const { counter: block, length: bits } = algorithm;
  if (block.byteLength !== 16) throw operationError('algorithm.counter must contain exactly 16 bytes');
  if (bits === 0 || bits > 128) throw operationError('AES-CTR algorithm.length must be between 1 and 128');
  const job = (iv, part) => run('CIPHERREQUEST',
    (done) => binding.cipherJob(`aes-${length}-ctr`, true, secret, iv, part, undefined, undefined, done));
  const start = BigInt(`0x${toBuffer(block).toString('hex')}`);
  const size = 1n << BigInt(bits);
  const blocks = BigInt(primordials.MathCeil(data.byteLength / 16));
  if (blocks > size) throw operationError('The operation failed for an operation-specific reason');
  const left = size - (start % size);
  if (blocks <= left) return job(block, data);
  const split = primordials.Number(left) * 16;
  const restart = start - (start % size);
  const text = primordials.StringPrototypePadStart(restart.toString(16), 32, '0');
  const first = await job(block, data.subarray(0, split));
  const second = await job(Buffer.from(text, 'hex'), data.subarray(split));
  return Buffer.concat([toBuffer(first), toBuffer(second)], data.byteLength);
}

// The vector of RFC 3394.
const WRAP_IV = Buffer.alloc(8, 0xa6);

function wrap(key, data, isWrapping) {
  const { handle, algorithm: { length } } = slotsOf(key);
  const secret = binding.secretBytes(handle);
  return run('CIPHERREQUEST',
    (done) => binding.cipherJob(`aes-${length}-wrap`, isWrapping, secret, WRAP_IV, data, undefined, undefined, done));
}

module.exports = { crypt, exportKey, generateKey, importKey, wrap };
