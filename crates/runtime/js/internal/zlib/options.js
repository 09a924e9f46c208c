'use strict';

// The options that all formats share, checked.

const { ReflectApply } = primordials;

// The limit is what the module has when this is loaded, which programs make use of.
const { kMaxLength } = require('buffer');
const { fastBuffer } = require('internal/buffer/late');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/views');
const { checkRangesOrGetDefault, validateBoolean, validateFiniteNumber } = require('internal/validators');
const {
  constants: {
    BROTLI_OPERATION_EMIT_METADATA, BROTLI_OPERATION_FINISH, BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_PROCESS,
    Z_BLOCK, Z_DEFAULT_CHUNK, Z_FINISH, Z_FULL_FLUSH, Z_MIN_CHUNK, Z_NO_FLUSH,
    ZSTD_e_continue: ZSTD_CONTINUE, ZSTD_e_end: ZSTD_END, ZSTD_e_flush: ZSTD_FLUSH,
  },
} = require('internal/zlib/constants');

// The flush kinds of a family of formats: for a write, for the end, for flush(), and the last of the table.
const zlibFlushes = { __proto__: null, flush: Z_NO_FLUSH, finish: Z_FINISH, full: Z_FULL_FLUSH, last: Z_BLOCK };
const brotliFlushes = {
  __proto__: null,
  flush: BROTLI_OPERATION_PROCESS,
  finish: BROTLI_OPERATION_FINISH,
  full: BROTLI_OPERATION_FLUSH,
  last: BROTLI_OPERATION_EMIT_METADATA,
};
const zstdFlushes = {
  __proto__: null, flush: ZSTD_CONTINUE, finish: ZSTD_END, full: ZSTD_FLUSH, last: ZSTD_END,
};

function checkOptions(options, flushes) {
  const checked = {
    __proto__: null,
    chunkSize: Z_DEFAULT_CHUNK,
    flush: flushes.flush,
    finishFlush: flushes.finish,
    maxOutputLength: kMaxLength,
    rejectGarbageAfterEnd: false,
    info: undefined,
  };
  if (!options) return checked;
  const { chunkSize, flush, finishFlush, maxOutputLength, rejectGarbageAfterEnd } = options;
  if (validateFiniteNumber(chunkSize, 'options.chunkSize')) {
    if (chunkSize < Z_MIN_CHUNK) throw new ERR_OUT_OF_RANGE('options.chunkSize', `>= ${Z_MIN_CHUNK}`, chunkSize);
    checked.chunkSize = chunkSize;
  }
  checked.flush = checkRangesOrGetDefault(flush, 'options.flush', 0, flushes.last, flushes.flush);
  checked.finishFlush = checkRangesOrGetDefault(finishFlush, 'options.finishFlush', 0, flushes.last, flushes.finish);
  checked.maxOutputLength = checkRangesOrGetDefault(
    maxOutputLength, 'options.maxOutputLength', 1, kMaxLength, kMaxLength);
  checked.info = options.info;
  if (rejectGarbageAfterEnd !== undefined) {
    validateBoolean(rejectGarbageAfterEnd, 'options.rejectGarbageAfterEnd');
    checked.rejectGarbageAfterEnd = rejectGarbageAfterEnd;
  }
  return checked;
}

// A dictionary as bytes, or undefined.
function checkDictionary(dictionary) {
  if (dictionary === undefined) return undefined;
  if (isArrayBufferView(dictionary)) return bytesOf(dictionary);
  if (isAnyArrayBuffer(dictionary)) return fastBuffer(dictionary);
  throw new ERR_INVALID_ARG_TYPE('options.dictionary', ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], dictionary);
}

const bytesOf = (view) => fastBuffer(view.buffer, view.byteOffset, view.byteLength);

// Without `new`, a constructor of old still makes one.
function instantiate(Class, options) {
  const { deprecate } = require('internal/util/deprecate');
  const message = `Instantiating ${Class.name} without the 'new' keyword has been deprecated.`;
  return ReflectApply(deprecate(() => new Class(options), message, 'DEP0184'), undefined, []);
}

module.exports = { brotliFlushes, bytesOf, checkDictionary, checkOptions, instantiate, zlibFlushes, zstdFlushes };
