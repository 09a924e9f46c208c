'use strict';

// Opening the engine of a format: its own options are checked, the native side makes it.

const {
  Int32Array, NumberIsNaN, ObjectKeys, RangeError, TypeError, TypedArrayPrototypeFill, Uint32Array,
} = primordials;

const {
  codes: {
    ERR_BROTLI_INVALID_PARAM, ERR_INVALID_ARG_TYPE, ERR_ZLIB_INITIALIZATION_FAILED, ERR_ZSTD_INVALID_PARAM,
  },
} = require('internal/errors');
const { checkRangesOrGetDefault } = require('internal/validators');
const { checkDictionary } = require('internal/zlib/options');
const {
  constants: {
    BROTLI_ENCODE, BROTLI_PARAM_NDIRECT, DEFLATERAW, GUNZIP, GZIP, INFLATE, INFLATERAW, UNZIP, Z_DEFAULT_COMPRESSION,
    Z_DEFAULT_LEVEL, Z_DEFAULT_MEMLEVEL, Z_DEFAULT_STRATEGY, Z_DEFAULT_WINDOWBITS, Z_FIXED, Z_MAX_LEVEL, Z_MAX_MEMLEVEL,
    Z_MAX_WINDOWBITS, Z_MIN_LEVEL, Z_MIN_MEMLEVEL, Z_MIN_WINDOWBITS, ZSTD_COMPRESS,
    ZSTD_c_overlapLog: ZSTD_LAST_OF_COMPRESSION, ZSTD_d_windowLogMax: ZSTD_LAST_OF_DECOMPRESSION,
  },
} = require('internal/zlib/constants');
const { createBrotli, createZlib, createZstd } = internalBinding('zlib');

const takesNoWindow = (mode) => mode === INFLATE || mode === GUNZIP || mode === UNZIP;

// Gives { native, level, strategy }.
function openZlib(options, mode, { rejectGarbageAfterEnd }) {
  let windowBits = Z_DEFAULT_WINDOWBITS;
  let level = Z_DEFAULT_COMPRESSION;
  let memLevel = Z_DEFAULT_MEMLEVEL;
  let strategy = Z_DEFAULT_STRATEGY;
  let dictionary;
  if (options) {
    if ((options.windowBits === undefined || options.windowBits === 0) && takesNoWindow(mode)) {
      // The header of the input tells.
      windowBits = options.windowBits === 0 ? 0 : Z_DEFAULT_WINDOWBITS;
    } else {
      // zlib writes no gzip with a window of 256 bytes, and what it writes to raw streams it can not read.
      const least = Z_MIN_WINDOWBITS + (mode === GZIP ? 1 : 0);
      windowBits = checkRangesOrGetDefault(
        options.windowBits, 'options.windowBits', least, Z_MAX_WINDOWBITS, Z_DEFAULT_WINDOWBITS);
    }
    level = checkRangesOrGetDefault(options.level, 'options.level', Z_MIN_LEVEL, Z_MAX_LEVEL, Z_DEFAULT_LEVEL);
    memLevel = checkRangesOrGetDefault(
      options.memLevel, 'options.memLevel', Z_MIN_MEMLEVEL, Z_MAX_MEMLEVEL, Z_DEFAULT_MEMLEVEL);
    strategy = checkRangesOrGetDefault(
      options.strategy, 'options.strategy', Z_DEFAULT_STRATEGY, Z_FIXED, Z_DEFAULT_STRATEGY);
    dictionary = checkDictionary(options.dictionary);
  }
  if ((mode === DEFLATERAW || mode === INFLATERAW) && windowBits === 8) windowBits = 9;
  const native = createZlib(mode, windowBits, level, memLevel, strategy, dictionary, rejectGarbageAfterEnd);
  return { __proto__: null, native, level, strategy };
}

const checkParam = (value) => {
  if (typeof value !== 'number' && typeof value !== 'boolean') {
    throw new ERR_INVALID_ARG_TYPE('options.params[key]', 'number', value);
  }
};

const BROTLI_PARAMS = BROTLI_PARAM_NDIRECT + 1;
const ABSENT = 0xffffffff;

function openBrotli(options, mode) {
  const params = TypedArrayPrototypeFill(new Uint32Array(BROTLI_PARAMS), ABSENT);
  if (options?.params) {
    const keys = ObjectKeys(options.params);
    for (let i = 0; i < keys.length; i++) {
      const key = +keys[i];
      if (NumberIsNaN(key) || key < 0 || key >= BROTLI_PARAMS || params[key] !== ABSENT) {
        throw new ERR_BROTLI_INVALID_PARAM(keys[i]);
      }
      checkParam(options.params[keys[i]]);
      params[key] = options.params[keys[i]];
    }
  }
  const native = createBrotli(mode === BROTLI_ENCODE, params, checkDictionary(options?.dictionary));
  if (native === undefined) throw new ERR_ZLIB_INITIALIZATION_FAILED('Initialization failed');
  return { __proto__: null, native };
}

function openZstd(options, mode) {
  const isCompressor = mode === ZSTD_COMPRESS;
  const last = isCompressor ? ZSTD_LAST_OF_COMPRESSION : ZSTD_LAST_OF_DECOMPRESSION;
  const keys = options?.params ? ObjectKeys(options.params) : [];
  const params = new Int32Array(keys.length * 2);
  for (let i = 0; i < keys.length; i++) {
    const key = +keys[i];
    if (NumberIsNaN(key) || key < 0 || key > last) throw new ERR_ZSTD_INVALID_PARAM(keys[i]);
    checkParam(options.params[keys[i]]);
    params[2 * i] = key;
    params[2 * i + 1] = options.params[keys[i]];
  }
  const dictionary = checkDictionary(options?.dictionary);
  const native = createZstd(isCompressor, params, pledgedSizeOf(options), dictionary);
  if (typeof native === 'string') throw new ERR_ZLIB_INITIALIZATION_FAILED(native);
  return { __proto__: null, native };
}

function pledgedSizeOf(options) {
  const size = options?.pledgedSrcSize;
  if (size === undefined) return -1;
  let error;
  if (typeof size !== 'number') {
    error = new TypeError('pledgedSrcSize must be a number');
    error.code = 'ERR_INVALID_ARG_TYPE';
  } else if (size < 0) {
    error = new RangeError('pledgedSrcSize must be non-negative');
    error.code = 'ERR_OUT_OF_RANGE';
  }
  if (error !== undefined) throw error;
  return size;
}

module.exports = { openBrotli, openZlib, openZstd };
