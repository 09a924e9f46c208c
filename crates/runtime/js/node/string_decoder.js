'use strict';

// `string_decoder`: bytes to text in pieces, without tearing a character that spans two of them.
// What is incomplete at the end of a piece is kept in `lastChar`.

const { ObjectDefineProperties, Symbol } = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING },
} = require('internal/errors');
const { isArrayBufferView } = require('internal/util/views');
const { Buffer } = require('internal/buffer/buffer');
const { normalizeEncoding } = require('internal/buffer/encodings');

const kPending = Symbol('kPending');
const kWanted = Symbol('kWanted');

function StringDecoder(encoding) {
  this.encoding = normalizeEncoding(encoding);
  if (this.encoding === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  reset(this);
}

const nothing = Buffer.alloc(0);

function reset(decoder) {
  decoder[kPending] = nothing;
  decoder[kWanted] = 0;
}

// How many bytes at the end must wait for more, and how many bytes their character has.
const trailing = {
  __proto__: null,
  utf8: trailingUtf8,
  utf16le(bytes, pendingLength) {
    const { length } = bytes;
    // Half a pair that was waiting goes on waiting for the second byte of its other half.
    if (length === 3 && pendingLength === 2) return { keep: 3, of: 4 };
    if (length % 2 === 1) return { keep: 1, of: 2 };
    return highSurrogateBefore(bytes, length) ? { keep: 2, of: 4 } : { keep: 0, of: 0 };
  },
  base64: trailingBase64,
  base64url: trailingBase64,
};

function highSurrogateBefore(bytes, end) {
  const high = end >= 2 ? bytes[end - 1] : 0;
  return high >= 0xd8 && high <= 0xdb;
}

function trailingBase64(bytes) {
  return { keep: bytes.length % 3, of: 3 };
}

function trailingUtf8(bytes) {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back];
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    // Judged by the lead byte alone: whether the character is a legal one shows when it is whole.
    const of = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 1;
    if (back < of) return { keep: back, of };
    break;
  }
  return { keep: 0, of: 0 };
}

StringDecoder.prototype.write = function write(buf) {
  if (this[kPending] === undefined) throw new ERR_INVALID_THIS('StringDecoder');
  if (typeof buf === 'string') return buf;
  if (!isArrayBufferView(buf)) {
    throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], buf);
  }
  let bytes = buf instanceof Buffer ? buf : Buffer.from(buf.buffer, buf.byteOffset, buf.byteLength);
  const find = trailing[this.encoding];
  if (find === undefined) return bytes.toString(this.encoding);
  const pendingLength = this[kPending].length;
  if (pendingLength > 0) bytes = Buffer.concat([this[kPending], bytes]);
  const { keep, of } = find(bytes, pendingLength);
  if (keep === 0) {
    if (pendingLength > 0) reset(this);
    return bytes.toString(this.encoding);
  }
  this[kPending] = Buffer.from(bytes.subarray(bytes.length - keep));
  this[kWanted] = of;
  return bytes.toString(this.encoding, 0, bytes.length - keep);
};

StringDecoder.prototype.end = function end(buf) {
  let text = buf === undefined ? '' : this.write(buf);
  if (this[kPending].length > 0) text += this[kPending].toString(this.encoding);
  reset(this);
  return text;
};

StringDecoder.prototype.text = function text(buf, offset) {
  reset(this);
  return this.write(buf.slice(offset));
};

ObjectDefineProperties(StringDecoder.prototype, {
  lastChar: {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return Buffer.concat([this[kPending], Buffer.alloc(4)]).subarray(0, 4); },
  },
  lastNeed: {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return this[kPending].length > 0 ? this[kWanted] - this[kPending].length : 0; },
  },
  lastTotal: {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return this[kWanted]; },
  },
});

module.exports = { StringDecoder };
