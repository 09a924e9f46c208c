'use strict';

// `buffer.transcode`: bytes of one encoding as bytes of another, by way of a string. Only the
// text encodings; what the target cannot say becomes '?'.

const { StringPrototypeCodePointAt } = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE },
  genericNodeError,
} = require('internal/errors');
const { isUint8Array } = require('internal/util/views');
const { Buffer } = require('internal/buffer/buffer');
const { normalizeEncoding } = require('internal/buffer/encodings');

const limits = { __proto__: null, ascii: 0x7f, latin1: 0xff, utf8: Infinity, utf16le: Infinity };

function transcode(source, fromEncoding, toEncoding) {
  if (!isUint8Array(source)) {
    throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], source);
  }
  if (source.length === 0) return Buffer.alloc(0);
  const from = normalizeEncoding(fromEncoding);
  const to = normalizeEncoding(toEncoding);
  const limit = limits[to];
  if (limits[from] === undefined || limit === undefined) {
    throw genericNodeError(
      'Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]',
      { code: 'U_ILLEGAL_ARGUMENT_ERROR', errno: 1 });
  }
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString(from);
  return Buffer.from(limit === Infinity ? text : substituted(text, limit), to);
}

function substituted(text, limit) {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const point = StringPrototypeCodePointAt(text, i);
    if (point > 0xffff) i++;
    result += point <= limit ? text[i] : '?';
  }
  return result;
}

module.exports = { transcode };
