// The names of what the library can do, and comparison in constant time.
'use strict';

const { ArrayPrototypeSlice, ArrayPrototypeSort } = primordials;

const { codes } = require('internal/errors');
const { isBytes, plainView } = require('internal/crypto/bytes');
const binding = internalBinding('crypto');

// Each caller gets an array of its own.
const listOf = (make) => {
  let list;
  return () => ArrayPrototypeSlice(list ??= ArrayPrototypeSort(make()));
};

const getHashes = listOf(() => binding.getHashes());
const getCiphers = listOf(() => binding.getCiphers());
const getCurves = listOf(() => binding.getCurves());

function timingSafeEqual(buf1, buf2) {
  const names = ['buf1', 'buf2'];
  const given = [buf1, buf2];
  for (let i = 0; i < 2; i++) {
    if (!isBytes(given[i])) {
      const error = new TypeError(`The "${names[i]}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
      error.code = 'ERR_INVALID_ARG_TYPE';
      throw error;
    }
  }
  if (buf1.byteLength !== buf2.byteLength) throw new codes.ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
  return binding.timingSafeEqual(plainView(buf1), plainView(buf2));
}

module.exports = { getCiphers, getCurves, getHashes, timingSafeEqual };
