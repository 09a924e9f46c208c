'use strict';

// application/x-www-form-urlencoded: the text of URLSearchParams, to and from pairs kept flat in one
// array (name, value, name, value, …).

const {
  ArrayPrototypePush,
  StringFromCharCode,
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeToWellFormed,
  Uint8Array,
} = primordials;

const { encodingOperations } = require('internal/buffer/encodings');

const utf8 = encodingOperations('utf8');

function parsePairs(text) {
  const pairs = [];
  text = StringPrototypeToWellFormed(text);
  const decode = StringPrototypeIncludes(text, '+') || StringPrototypeIncludes(text, '%') ? decodeText : asItIs;
  let from = 0;
  while (from <= text.length) {
    let end = StringPrototypeIndexOf(text, '&', from);
    if (end === -1) end = text.length;
    if (end > from) {
      const pair = StringPrototypeSlice(text, from, end);
      const equals = StringPrototypeIndexOf(pair, '=');
      if (equals === -1) {
        ArrayPrototypePush(pairs, decode(pair), '');
      } else {
        ArrayPrototypePush(
          pairs,
          decode(StringPrototypeSlice(pair, 0, equals)),
          decode(StringPrototypeSlice(pair, equals + 1)));
      }
    }
    from = end + 1;
  }
  return pairs;
}

const asItIs = (text) => text;

function decodeText(text) {
  const spaced = StringPrototypeIncludes(text, '+') ? StringPrototypeReplaceAll(text, '+', ' ') : text;
  return StringPrototypeIncludes(spaced, '%') ? percentDecode(spaced) : spaced;
}

function hexValue(code) {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  if (code >= 97 && code <= 102) return code - 87;
  return -1;
}

// Percent-decoding on bytes, then UTF-8: what does not decode stays or becomes U+FFFD.
function percentDecode(text) {
  const size = utf8.byteLength(text);
  const bytes = new Uint8Array(size);
  utf8.write(bytes, text, 0, size);
  let length = 0;
  for (let i = 0; i < size; i++) {
    let byte = bytes[i];
    if (byte === 37 && i + 2 < size) {
      const high = hexValue(bytes[i + 1]);
      const low = hexValue(bytes[i + 2]);
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        i += 2;
      }
    }
    bytes[length++] = byte;
  }
  return utf8.slice(bytes, 0, length);
}

function isUnreserved(code) {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ||
    code === 42 || code === 45 || code === 46 || code === 95;
}

const HEX = '0123456789ABCDEF';

function encode(text) {
  let plain = true;
  for (let i = 0; i < text.length && plain; i++) {
    plain = isUnreserved(StringPrototypeCharCodeAt(text, i));
  }
  if (plain) return text;
  const size = utf8.byteLength(text);
  const bytes = new Uint8Array(size);
  utf8.write(bytes, text, 0, size);
  let encoded = '';
  for (let i = 0; i < size; i++) {
    const byte = bytes[i];
    if (isUnreserved(byte)) {
      encoded += StringFromCharCode(byte);
    } else if (byte === 32) {
      encoded += '+';
    } else {
      encoded += `%${HEX[byte >> 4]}${HEX[byte & 15]}`;
    }
  }
  return encoded;
}

function serializePairs(pairs) {
  let text = '';
  for (let i = 0; i < pairs.length; i += 2) {
    text += `${i === 0 ? '' : '&'}${encode(pairs[i])}=${encode(pairs[i + 1])}`;
  }
  return text;
}

module.exports = { parsePairs, serializePairs };
