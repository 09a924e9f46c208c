'use strict';

// `atob` and `btoa`: base64 between strings whose code units are bytes, with the web's rules
// (forgiving-base64 decode). Buffers use the native decoder, which forgives more.

const { StringPrototypeCharCodeAt, StringPrototypeReplace } = primordials;

const {
  codes: { ERR_MISSING_ARGS },
} = require('internal/errors');
const { base64Slice, base64Write, latin1Slice, latin1Write } = internalBinding('buffer');
const { FastBuffer } = require('internal/buffer/fast_buffer');

function invalidCharacter(message) {
  const { DOMException } = require('internal/errors/dom_exception');
  return new DOMException(message, 'InvalidCharacterError');
}

function btoa(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  input = `${input}`;
  for (let i = 0; i < input.length; i++) {
    if (StringPrototypeCharCodeAt(input, i) > 255) throw invalidCharacter('Invalid character');
  }
  const bytes = new FastBuffer(input.length);
  latin1Write(bytes, input, 0, input.length);
  return base64Slice(bytes, 0, input.length);
}

function isAlphabet(code) {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) || code === 43 || code === 47;
}

function atob(input) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('input');
  const text = StringPrototypeReplace(`${input}`, /[\t\n\f\r ]+/g, '');
  let end = text.length;
  if (end % 4 === 0 && end > 0 && text[end - 1] === '=') {
    end--;
    if (text[end - 1] === '=') end--;
  }
  for (let i = 0; i < end; i++) {
    if (!isAlphabet(StringPrototypeCharCodeAt(text, i))) {
      throw invalidCharacter('Invalid character');
    }
  }
  if (end % 4 === 1) {
    throw invalidCharacter('The string to be decoded is not correctly encoded.');
  }
  const bytes = new FastBuffer((end * 3) >>> 2);
  const length = base64Write(bytes, text, 0, bytes.length);
  return latin1Slice(bytes, 0, length);
}

module.exports = { atob, btoa };
