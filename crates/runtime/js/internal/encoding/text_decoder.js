'use strict';

// TextDecoder: bytes to text. A stream may cut a character in two; the beginning is kept until the
// rest comes. Of Unicode and Latin-1 the native half decodes only whole characters and keeps nothing; for the older
// encodings, some of which have states, it has a decoder for each stream.

const {
  ArrayBufferIsView,
  ArrayBufferPrototypeGetDetached,
  Boolean,
  MathMax,
  ObjectDefineProperties,
  SymbolFor,
  SymbolToStringTag,
  TypeError,
  Uint8Array,
} = primordials;

const {
  codes: { ERR_ENCODING_INVALID_ENCODED_DATA, ERR_ENCODING_NOT_SUPPORTED, ERR_INVALID_THIS },
} = require('internal/errors');
const { isAnyArrayBuffer, isArrayBuffer } = require('internal/util/types');
const { kValidateObjectAllowObjects, validateObject } = require('internal/validators');
const { encodingOfLabel } = require('internal/encoding/labels');
const { createDecoder, decode, decodeUtf8 } = internalBinding('encoding');
const { latin1Slice, ucs2Slice } = internalBinding('buffer');

// What windows-1252 has in the place of the C1 controls; the rest is Latin-1.
const WINDOWS_1252 = '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d' +
  '\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

const OURS = { '__proto__': null, 'utf-8': true, 'utf-16le': true, 'utf-16be': true, 'windows-1252': true };

const none = new Uint8Array(0);

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #pending = none;
  // The native decoder of a stream in an older encoding that has begun.
  #decoder = undefined;
  // Whether text was given out since the stream began: a byte order mark counts only before that.
  #started = false;

  constructor(label = 'utf-8', options = {}) {
    label = `${label}`;
    const encoding = encodingOfLabel(label);
    if (options !== null && options !== undefined) {
      validateObject(options, 'options', kValidateObjectAllowObjects);
    }
    if (encoding === undefined) throw new ERR_ENCODING_NOT_SUPPORTED(label);
    // What these labels stand for is not to be decoded, for safety's sake.
    if (encoding === 'replacement') throw new ERR_ENCODING_NOT_SUPPORTED(encoding);
    this.#encoding = encoding;
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBOM = Boolean(options?.ignoreBOM);
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#encoding in value)) {
      throw new ERR_INVALID_THIS('TextDecoder');
    }
  }

  get encoding() {
    TextDecoder.#check(this);
    return this.#encoding;
  }

  get fatal() {
    TextDecoder.#check(this);
    return this.#fatal;
  }

  get ignoreBOM() {
    TextDecoder.#check(this);
    return this.#ignoreBOM;
  }

  decode(input = none, options = {}) {
    TextDecoder.#check(this);
    let bytes = bytesOf(input);
    if (options !== null && options !== undefined) {
      validateObject(options, 'options', kValidateObjectAllowObjects);
    }
    const stream = Boolean(options?.stream);
    if (!(this.#encoding in OURS)) return this.#decodeOlder(bytes, stream);
    if (this.#pending.length > 0) bytes = concat(this.#pending, bytes);
    this.#pending = none;
    let end = bytes.length;
    if (stream) {
      end -= incompleteAtEnd(bytes, this.#encoding);
      if (end < bytes.length) this.#pending = bytes.slice(end);
    }
    let text;
    try {
      text = this.#decodeWhole(bytes, end);
    } catch (error) {
      this.#pending = none;
      this.#started = false;
      throw error;
    }
    if (!this.#started && !this.#ignoreBOM && this.#encoding !== 'windows-1252' && text[0] === '\ufeff') {
      text = text.slice(1);
      this.#started = true;
    } else if (text.length > 0) {
      this.#started = true;
    }
    if (!stream) this.#started = false;
    return text;
  }

  #decodeWhole(bytes, end) {
    if (end === 0) return '';
    if (this.#encoding === 'utf-8') {
      const text = decodeUtf8(bytes, 0, end, this.#fatal);
      if (text === undefined) this.#invalid();
      return text;
    }
    if (this.#encoding === 'windows-1252') return decodeWindows1252(bytes, end);
    const units = this.#encoding === 'utf-16be' ? swapped(bytes, end) : bytes;
    const text = ucs2Slice(units, 0, end);
    const isWhole = end % 2 === 0;
    if (this.#fatal && !(isWhole && text.isWellFormed())) this.#invalid();
    if (isWhole) return text.toWellFormed();
    // Half a unit after half a pair is one error, not two.
    const last = text.charCodeAt(text.length - 1);
    return last >= 0xd800 && last <= 0xdbff ? text.toWellFormed() : `${text.toWellFormed()}\ufffd`;
  }

  #decodeOlder(bytes, stream) {
    const decoder = this.#decoder ?? createDecoder(this.#encoding);
    this.#decoder = undefined;
    const text = decode(decoder, bytes, !stream, this.#fatal);
    if (text === undefined) this.#invalid();
    if (stream) this.#decoder = decoder;
    return text;
  }

  #invalid() {
    throw new ERR_ENCODING_INVALID_ENCODED_DATA(this.#encoding, undefined);
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    TextDecoder.#check(this);
    if (typeof depth === 'number' && depth < 0) return this;
    const shown = {
      __proto__: { constructor: TextDecoder },
      encoding: this.#encoding,
      fatal: this.#fatal,
      ignoreBOM: this.#ignoreBOM,
    };
    return inspect ? inspect(shown, options) : shown;
  }
}

function bytesOf(input) {
  const buffer = ArrayBufferIsView(input) ? input.buffer : input;
  if (isArrayBuffer(buffer) && ArrayBufferPrototypeGetDetached(buffer)) return none;
  if (isAnyArrayBuffer(input)) return new Uint8Array(input);
  if (ArrayBufferIsView(input)) {
    return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  const error = new TypeError(
    'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.');
  error.code = 'ERR_INVALID_ARG_TYPE';
  throw error;
}

function concat(first, second) {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first, 0);
  joined.set(second, first.length);
  return joined;
}

// How many bytes at the end begin a character that may still be completed.
function incompleteAtEnd(bytes, encoding) {
  const { length } = bytes;
  if (encoding === 'windows-1252') return 0;
  if (encoding === 'utf-8') return incompleteUtf8(bytes, length);
  const odd = length % 2;
  if (length - odd < 2) return odd;
  const high = bytes[encoding === 'utf-16le' ? length - odd - 1 : length - odd - 2];
  return high >= 0xd8 && high <= 0xdb ? odd + 2 : odd;
}

function incompleteUtf8(bytes, length) {
  for (let i = length - 1; i >= MathMax(0, length - 3); i--) {
    const byte = bytes[i];
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    const have = length - i;
    return byte >= 0xc2 && byte <= 0xf4 && have < wanted && canContinue(byte, bytes[i + 1]) ? have : 0;
  }
  return 0;
}

// The second byte of some characters has a narrower range (no surrogates, nothing overlong).
function canContinue(lead, second) {
  if (second === undefined) return true;
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second <= 0x9f;
  if (lead === 0xf0) return second >= 0x90;
  if (lead === 0xf4) return second <= 0x8f;
  return true;
}

function swapped(bytes, end) {
  const result = new Uint8Array(end);
  for (let i = 0; i + 1 < end; i += 2) {
    result[i] = bytes[i + 1];
    result[i + 1] = bytes[i];
  }
  return result;
}

function decodeWindows1252(bytes, end) {
  const text = latin1Slice(bytes, 0, end);
  let result = '';
  let from = 0;
  for (let i = 0; i < end; i++) {
    if (bytes[i] < 0x80 || bytes[i] > 0x9f) continue;
    result += text.slice(from, i) + WINDOWS_1252[bytes[i] - 0x80];
    from = i + 1;
  }
  return from === 0 ? text : result + text.slice(from);
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(TextDecoder.prototype, {
  decode: enumerable,
  encoding: enumerable,
  fatal: enumerable,
  ignoreBOM: enumerable,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'TextDecoder' },
});

module.exports = { TextDecoder };
