// Random bytes, numbers and identifiers.
'use strict';

const {
  ArrayBufferIsView, ArrayPrototypePush, BigInt, DateNow, MathMin, NumberIsSafeInteger, ObjectDefineProperty, Uint8Array,
} = primordials;

const { codes } = require('internal/errors');
const { validateBoolean, validateFunction, validateNumber, validateObject } = require('internal/validators');
const { isAnyArrayBuffer } = require('internal/util/views');
const { Buffer } = require('internal/buffer/buffer');
const { FastBuffer } = require('internal/buffer/fast_buffer');
const { plainView, toBuffer } = require('internal/crypto/bytes');
const { request } = require('internal/crypto/request');
const binding = internalBinding('crypto');

const MAX_SIZE = 2 ** 31 - 1;
// Six bytes of randomness are as many as a double holds without rounding.
const RANGE_MAX = 2 ** 48 - 1;

function assertSize(size, elementSize, offset, length) {
  validateNumber(size, 'size');
  size *= elementSize;
  if (size !== size || size > MAX_SIZE || size < 0) {
    throw new codes.ERR_OUT_OF_RANGE('size', `>= 0 && <= ${MAX_SIZE}`, size);
  }
  if (size + offset > length) throw new codes.ERR_OUT_OF_RANGE('size + offset', `<= ${length}`, size + offset);
  return size >>> 0;
}

function assertOffset(offset, elementSize, length) {
  validateNumber(offset, 'offset');
  offset *= elementSize;
  const max = MathMin(length, MAX_SIZE);
  if (offset !== offset || offset > max || offset < 0) {
    throw new codes.ERR_OUT_OF_RANGE('offset', `>= 0 && <= ${max}`, offset);
  }
  return offset >>> 0;
}

function randomBytes(size, callback) {
  size = assertSize(size, 1, 0, Infinity);
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (callback === undefined) {
    const bytes = new FastBuffer(size);
    binding.randomFill(bytes, 0, size);
    return bytes;
  }
  if (size === 0) {
    // As in Node: there is nothing to wait for.
    callback(null, new FastBuffer(0));
    return undefined;
  }
  request('RANDOMBYTESREQUEST', (done) => binding.randomJob(size, done), (error, bytes) => {
    if (error !== undefined) {
      callback(error);
    } else {
      callback(null, toBuffer(bytes));
    }
  });
  return undefined;
}

const byteLength = (target) => target.byteLength;

function assertTarget(target, name) {
  if (!isAnyArrayBuffer(target) && !ArrayBufferIsView(target)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['ArrayBuffer', 'ArrayBufferView'], target);
  }
}

function randomFillSync(buf, offset = 0, size) {
  assertTarget(buf, 'buf');
  const elementSize = buf.BYTES_PER_ELEMENT || 1;
  const length = byteLength(buf);
  offset = assertOffset(offset, elementSize, length);
  size = size === undefined ? length - offset : assertSize(size, elementSize, offset, length);
  if (size > 0) binding.randomFill(plainView(buf), offset, size);
  return buf;
}

function randomFill(buf, offset, size, callback) {
  assertTarget(buf, 'buf');
  const elementSize = buf.BYTES_PER_ELEMENT || 1;
  const length = byteLength(buf);
  if (typeof offset === 'function') {
    callback = offset;
    offset = 0;
    size = undefined;
  } else if (typeof size === 'function') {
    callback = size;
    size = undefined;
  } else {
    validateFunction(callback, 'callback');
  }
  offset = assertOffset(offset, elementSize, length);
  size = size === undefined ? length - offset : assertSize(size, elementSize, offset, length);
  if (size === 0) {
    callback(null, buf);
    return;
  }
  request('RANDOMBYTESREQUEST', (done) => binding.randomJob(size, done), (error, bytes) => {
    if (error !== undefined) {
      callback(error);
      return;
    }
    const view = plainView(buf);
    const target = isAnyArrayBuffer(view) ? new Uint8Array(view) : new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    // A program may have shrunk it meanwhile.
    if (offset + size <= target.length) target.set(bytes, offset);
    callback(null, buf);
  });
}

// Numbers are cut from a cache of random bytes; those at the end of the range that would make some numbers more likely
// are passed over.
const CACHE_SIZE = 6 * 1024;
let cache;
let cacheOffset = CACHE_SIZE;

function randomInt48() {
  if (cacheOffset === CACHE_SIZE) {
    cache ??= new FastBuffer(CACHE_SIZE);
    binding.randomFill(cache, 0, CACHE_SIZE);
    cacheOffset = 0;
  }
  const number = cache.readUIntBE(cacheOffset, 6);
  cacheOffset += 6;
  return number;
}

function randomInt(min, max, callback) {
  const hasNoMin = max === undefined || typeof max === 'function';
  if (hasNoMin) {
    callback = max;
    max = min;
    min = 0;
  }
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (!NumberIsSafeInteger(min)) throw new codes.ERR_INVALID_ARG_TYPE('min', 'a safe integer', min);
  if (!NumberIsSafeInteger(max)) throw new codes.ERR_INVALID_ARG_TYPE('max', 'a safe integer', max);
  if (max <= min) throw new codes.ERR_OUT_OF_RANGE('max', `greater than the value of "min" (${min})`, max);
  const range = max - min;
  if (!(range <= RANGE_MAX)) {
    throw new codes.ERR_OUT_OF_RANGE(hasNoMin ? 'max' : 'max - min', `<= ${RANGE_MAX}`, range);
  }
  const limit = (RANGE_MAX + 1) - ((RANGE_MAX + 1) % range);
  if (callback !== undefined) {
    randomIntLater(min, range, limit, callback);
    return undefined;
  }
  let number;
  do {
    number = randomInt48();
  } while (number >= limit);
  return (number % range) + min;
}

// Those who wait for new random bytes from the pool; null while nobody does.
let waitingForBytes = null;

function randomIntLater(min, range, limit, callback) {
  while (waitingForBytes === null && cacheOffset < CACHE_SIZE) {
    const number = randomInt48();
    if (number < limit) {
      process.nextTick(callback, undefined, (number % range) + min);
      return;
    }
  }
  const again = (error) => {
    if (error) callback(error);
    else randomIntLater(min, range, limit, callback);
  };
  if (waitingForBytes !== null) {
    ArrayPrototypePush(waitingForBytes, again);
    return;
  }
  waitingForBytes = [again];
  randomFill(new FastBuffer(CACHE_SIZE), (error, bytes) => {
    const waiting = waitingForBytes;
    waitingForBytes = null;
    if (!error) {
      cache = bytes;
      cacheOffset = 0;
    }
    for (let i = 0; i < waiting.length; i++) waiting[i](error);
  });
}

const UUIDS = 128;
let uuids;
let uuidsUsed = UUIDS;
const hexPairs = [];

function pairsOfHex() {
  if (hexPairs.length === 0) {
    for (let i = 0; i < 256; i++) hexPairs[i] = Buffer.from([i]).toString('hex');
  }
  return hexPairs;
}

function serialize(bytes, at) {
  const hex = pairsOfHex();
  return hex[bytes[at]] + hex[bytes[at + 1]] + hex[bytes[at + 2]] + hex[bytes[at + 3]] + '-' +
    hex[bytes[at + 4]] + hex[bytes[at + 5]] + '-' + hex[bytes[at + 6]] + hex[bytes[at + 7]] + '-' +
    hex[bytes[at + 8]] + hex[bytes[at + 9]] + '-' + hex[bytes[at + 10]] + hex[bytes[at + 11]] + hex[bytes[at + 12]] +
    hex[bytes[at + 13]] + hex[bytes[at + 14]] + hex[bytes[at + 15]];
}

function uuidBytes(options) {
  if (options !== undefined) {
    validateObject(options, 'options');
    if (options.disableEntropyCache !== undefined) validateBoolean(options.disableEntropyCache, 'options.disableEntropyCache');
    if (options.disableEntropyCache) {
      const bytes = new FastBuffer(16);
      binding.randomFill(bytes, 0, 16);
      return { bytes, at: 0 };
    }
  }
  if (uuidsUsed === UUIDS) {
    uuids ??= new FastBuffer(16 * UUIDS);
    binding.randomFill(uuids, 0, 16 * UUIDS);
    uuidsUsed = 0;
  }
  return { bytes: uuids, at: 16 * uuidsUsed++ };
}

function randomUUID(options) {
  const { bytes, at } = uuidBytes(options);
  bytes[at + 6] = (bytes[at + 6] & 0x0f) | 0x40;
  bytes[at + 8] = (bytes[at + 8] & 0x3f) | 0x80;
  return serialize(bytes, at);
}

// The first 48 bits are the time in milliseconds, so that identifiers sort by it.
function randomUUIDv7(options) {
  const { bytes, at } = uuidBytes(options);
  bytes.writeUIntBE(DateNow(), at, 6);
  bytes[at + 6] = (bytes[at + 6] & 0x0f) | 0x70;
  bytes[at + 8] = (bytes[at + 8] & 0x3f) | 0x80;
  return serialize(bytes, at);
}

function generatePrime(size, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = {};
  }
  validateFunction(callback, 'callback');
  const args = primeArguments(size, options);
  request('RANDOMPRIMEREQUEST', (done) => binding.generatePrime(args.size, args.safe, args.add, args.rem, done), (error, prime) => {
    if (error !== undefined) {
      callback(error);
    } else {
      callback(undefined, primeResult(prime, args.bigint));
    }
  });
}

function generatePrimeSync(size, options = {}) {
  const args = primeArguments(size, options);
  return primeResult(binding.generatePrime(args.size, args.safe, args.add, args.rem), args.bigint);
}

function primeArguments(size, options) {
  require('internal/validators').validateInt32(size, 'size', 1);
  validateObject(options, 'options');
  const { safe = false, bigint = false } = options;
  let { add, rem } = options;
  validateBoolean(safe, 'options.safe');
  validateBoolean(bigint, 'options.bigint');
  if (add !== undefined) add = primeOption(add, 'options.add');
  if (rem !== undefined) rem = primeOption(rem, 'options.rem');
  return { __proto__: null, size, safe, bigint, add, rem };
}

function primeOption(value, name) {
  if (typeof value === 'bigint') return bytesOfBigInt(value, name);
  if (!isAnyArrayBuffer(value) && !ArrayBufferIsView(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView', 'bigint'], value);
  }
  return plainView(value);
}

function bytesOfBigInt(number, name) {
  if (number < 0n) throw new codes.ERR_OUT_OF_RANGE(name, '>= 0', number);
  const hex = number.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}

function primeResult(prime, asBigInt) {
  const buffer = toBuffer(prime);
  return asBigInt ? BigInt(`0x${buffer.toString('hex')}`) : buffer.buffer;
}

function checkPrimeArguments(candidate, options) {
  if (typeof candidate === 'bigint') {
    candidate = bytesOfBigInt(candidate, 'candidate');
  } else if (!isAnyArrayBuffer(candidate) && !ArrayBufferIsView(candidate)) {
    throw new codes.ERR_INVALID_ARG_TYPE('candidate', ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView', 'bigint'], candidate);
  }
  validateObject(options, 'options');
  const { checks = 0 } = options;
  require('internal/validators').validateInt32(checks, 'options.checks', 0);
  return { __proto__: null, candidate: plainView(candidate), checks };
}

function checkPrime(candidate, options = {}, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = {};
  }
  validateFunction(callback, 'callback');
  const args = checkPrimeArguments(candidate, options);
  request('CHECKPRIMEREQUEST', (done) => binding.checkPrime(args.candidate, args.checks, done), callback);
}

function checkPrimeSync(candidate, options = {}) {
  const args = checkPrimeArguments(candidate, options);
  return binding.checkPrime(args.candidate, args.checks);
}

ObjectDefineProperty(randomInt, 'length', { __proto__: null, value: 3, configurable: true });

module.exports = {
  checkPrime,
  checkPrimeSync,
  generatePrime,
  generatePrimeSync,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
  randomUUIDv7,
};
