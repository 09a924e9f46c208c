'use strict';

// The public `buffer` module.

const { ObjectDefineProperties } = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_STATE },
} = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { isAnyArrayBuffer, isTypedArray } = require('internal/util/views');
const { Buffer, kMaxLength, kStringMaxLength } = require('internal/buffer/buffer');
const { limit } = require('internal/buffer/inspect');
const { lazyFunctions, lazyValues } = require('internal/util/lazy_members');
const native = internalBinding('buffer');

// Asks a question about bytes that may be a typed array or a whole ArrayBuffer.
function askBytes(input, question) {
  if (!isTypedArray(input) && !isAnyArrayBuffer(input)) {
    throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
  }
  if (isAnyArrayBuffer(input) && input.detached) {
    throw new ERR_INVALID_STATE('Cannot validate on a detached buffer');
  }
  return question(input);
}

module.exports = {
  Buffer,
  transcode(source, fromEncoding, toEncoding) {
    return require('internal/buffer/transcode').transcode(source, fromEncoding, toEncoding);
  },
  isUtf8(input) { return askBytes(input, native.isUtf8); },
  isAscii(input) { return askBytes(input, native.isAscii); },
  kMaxLength,
  kStringMaxLength,
};

const base64 = require('internal/buffer/base64');
ObjectDefineProperties(module.exports, {
  btoa: { __proto__: null, configurable: true, enumerable: true, writable: true, value: base64.btoa },
  atob: { __proto__: null, configurable: true, enumerable: true, writable: true, value: base64.atob },
  constants: {
    __proto__: null,
    configurable: false,
    enumerable: true,
    value: ObjectDefineProperties({}, {
      MAX_LENGTH: { __proto__: null, enumerable: true, value: kMaxLength },
      MAX_STRING_LENGTH: { __proto__: null, enumerable: true, value: kStringMaxLength },
    }),
  },
  INSPECT_MAX_BYTES: {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return limit.max_bytes; },
    set(value) {
      validateNumber(value, 'INSPECT_MAX_BYTES', 0);
      limit.max_bytes = value;
    },
  },
});

const BLOB = 'internal/buffer/blob';
lazyValues(module.exports, BLOB, ['Blob']);
lazyFunctions(module.exports, BLOB, { resolveObjectURL: 1 });
lazyValues(module.exports, BLOB, ['File']);
