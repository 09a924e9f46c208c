'use strict';

// indexOf, lastIndexOf and includes: the argument rules of Node around the native search.

const {
  MathTrunc,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeIndexOf,
  TypedArrayPrototypeLastIndexOf,
  TypedArrayPrototypeSubarray,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_ENCODING },
} = require('internal/errors');
const { encodingOperations, utf8 } = require('internal/buffer/encodings');
const { isUint8Array } = require('internal/util/views');
const { indexOf: indexOfBytes, indexOfText } = internalBinding('buffer');

function search(buffer, value, byteOffset, end, encoding, backward, bytesOf) {
  if (typeof end === 'string') {
    encoding = end;
  } else if (end !== undefined) {
    // Only what lies before `end` is searched.
    end = MathTrunc(+end) || 0;
    if (end < 0) end = 0;
    if (end < TypedArrayPrototypeGetLength(buffer)) {
      buffer = TypedArrayPrototypeSubarray(buffer, 0, end);
    }
  }
  if (typeof byteOffset === 'string') {
    encoding = byteOffset;
    byteOffset = undefined;
  } else if (byteOffset > 0x7fffffff) {
    byteOffset = 0x7fffffff;
  } else if (byteOffset < -0x80000000) {
    byteOffset = -0x80000000;
  }
  byteOffset = +byteOffset;
  let operations = utf8;
  if (typeof value === 'string') {
    if (encoding !== undefined) {
      operations = encodingOperations(encoding);
      if (operations === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
    }
    if (operations === utf8) {
      const found = indexOfText(buffer, value, byteOffset, backward);
      if (found !== undefined) return found;
      throw new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
    }
  }
  const length = TypedArrayPrototypeGetLength(buffer);
  // Neither undefined nor an object is a position: the whole buffer is searched.
  if (byteOffset !== byteOffset) byteOffset = backward ? length : 0;
  byteOffset = MathTrunc(byteOffset);

  if (typeof value === 'number') {
    return indexOfNumber(buffer, value >>> 0, byteOffset, backward);
  }
  if (typeof value === 'string') {
    return indexOfNeedle(buffer, bytesOf(value, operations), byteOffset, backward, operations.unit);
  }
  if (isUint8Array(value)) {
    const named = encoding === undefined ? undefined : encodingOperations(encoding);
    return indexOfNeedle(buffer, value, byteOffset, backward, named === undefined ? 1 : named.unit);
  }
  throw new ERR_INVALID_ARG_TYPE('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
}

function indexOfNumber(buffer, value, byteOffset, backward) {
  const byte = value & 255;
  if (!backward) return TypedArrayPrototypeIndexOf(buffer, byte, byteOffset);
  return TypedArrayPrototypeLastIndexOf(buffer, byte, byteOffset);
}

function indexOfNeedle(buffer, needle, byteOffset, backward, unit) {
  const length = TypedArrayPrototypeGetLength(buffer);
  const needleLength = TypedArrayPrototypeGetLength(needle);
  let from = byteOffset < 0 ? byteOffset + length : byteOffset;
  if (from < 0) {
    if (backward) return needleLength === 0 ? 0 : -1;
    from = 0;
  }
  if (from > length) {
    if (!backward) return needleLength === 0 ? length : -1;
    from = length;
  }
  if (needleLength === 0) return from;
  if (length === 0 || needleLength > length) return -1;
  if (backward && from > length - needleLength) from = length - needleLength;
  if (!backward && from + needleLength > length) return -1;
  if (unit === 2 && (length < 2 || needleLength < 2)) return -1;
  return indexOfBytes(buffer, needle, from, backward, unit);
}

function defineSearchMethods(prototype, bytesOf) {
  prototype.indexOf = function indexOf(value, offset, end, encoding) {
    return search(this, value, offset, end, encoding, false, bytesOf);
  };
  prototype.lastIndexOf = function lastIndexOf(value, offset, end, encoding) {
    return search(this, value, offset, end, encoding, true, bytesOf);
  };
  prototype.includes = function includes(value, offset, end, encoding) {
    return search(this, value, offset, end, encoding, false, bytesOf) !== -1;
  };
}

module.exports = { defineSearchMethods };
