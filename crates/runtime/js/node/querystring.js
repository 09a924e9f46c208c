'use strict';

// `querystring`: the older query text, with separators to choose and values in arrays.

const {
  ArrayIsArray,
  ArrayPrototypePush,
  MathAbs,
  NumberIsFinite,
  ObjectKeys,
  RegExpPrototypeExec,
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  decodeURIComponent,
} = primordials;

const {
  codes: { ERR_INVALID_URI },
} = require('internal/errors');
const { Buffer } = require('internal/buffer/buffer');

function hexValue(code) {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  if (code >= 97 && code <= 102) return code - 87;
  return -1;
}

// Percent-decoding that never fails; `decodeSpaces` turns + into a space as well.
function unescapeBuffer(text, decodeSpaces) {
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    let code = StringPrototypeCharCodeAt(text, i);
    if (code === 43 && decodeSpaces) {
      code = 32;
    } else if (code === 37 && i + 2 < text.length) {
      const high = hexValue(StringPrototypeCharCodeAt(text, i + 1));
      const low = hexValue(StringPrototypeCharCodeAt(text, i + 2));
      if (high >= 0 && low >= 0) {
        code = high * 16 + low;
        i += 2;
      }
    }
    bytes[length++] = code;
  }
  return length < text.length ? bytes.slice(0, length) : bytes;
}

function qsUnescape(text, decodeSpaces) {
  try {
    return decodeURIComponent(text);
  } catch {
    return QueryString.unescapeBuffer(text, decodeSpaces).toString();
  }
}

const HEX = '0123456789ABCDEF';
const percent = (byte) => `%${HEX[byte >> 4]}${HEX[byte & 15]}`;

// ! ' ( ) * - . _ ~ and letters and digits stay as they are.
function staysAsIs(code) {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ||
    code === 33 || (code >= 39 && code <= 42) || code === 45 || code === 46 || code === 95 || code === 126;
}

function qsEscape(text) {
  if (typeof text !== 'string') text = typeof text === 'object' ? String(text) : `${text}`;
  let escaped = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    let code = StringPrototypeCharCodeAt(text, i);
    if (staysAsIs(code)) continue;
    escaped += StringPrototypeSlice(text, from, i);
    if (code < 0x80) {
      escaped += percent(code);
    } else if (code < 0x800) {
      escaped += percent(0xc0 | (code >> 6)) + percent(0x80 | (code & 63));
    } else if (code < 0xd800 || code >= 0xe000) {
      escaped += percent(0xe0 | (code >> 12)) + percent(0x80 | ((code >> 6) & 63)) + percent(0x80 | (code & 63));
    } else {
      i++;
      if (i >= text.length) throw new ERR_INVALID_URI();
      code = 0x10000 + (((code & 0x3ff) << 10) | (StringPrototypeCharCodeAt(text, i) & 0x3ff));
      escaped += percent(0xf0 | (code >> 18)) + percent(0x80 | ((code >> 12) & 63)) +
        percent(0x80 | ((code >> 6) & 63)) + percent(0x80 | (code & 63));
    }
    from = i + 1;
  }
  return from === 0 ? text : escaped + StringPrototypeSlice(text, from);
}

function textOf(value) {
  switch (typeof value) {
    case 'string': return value;
    case 'number': return NumberIsFinite(value) ? `${value}` : '';
    case 'bigint': return `${value}`;
    case 'boolean': return value ? 'true' : 'false';
    default: return '';
  }
}

function encodedValue(value, encode) {
  // Large numbers print with a `+`, which must be escaped; small ones are safe as they are.
  if (typeof value === 'number' && NumberIsFinite(value) && MathAbs(value) < 1e21) return `${value}`;
  const text = textOf(value);
  return text === '' || typeof value === 'boolean' ? text : encode(text);
}

function stringify(object, separator, equals, options) {
  separator ||= '&';
  equals ||= '=';
  let encode = QueryString.escape;
  if (options && typeof options.encodeURIComponent === 'function') encode = options.encodeURIComponent;
  const custom = encode !== qsEscape;
  const convert = custom ? (value) => encode(textOf(value)) : (value) => encodedValue(value, encode);
  if (object === null || typeof object !== 'object') return '';
  let text = '';
  const keys = ObjectKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const value = object[key];
    const prefix = convert(key) + equals;
    const values = ArrayIsArray(value) ? value : [value];
    for (let j = 0; j < values.length; j++) {
      if (text !== '') text += separator;
      text += prefix + convert(values[j]);
    }
  }
  return text;
}

function parse(text, separator, equals, options) {
  const result = { __proto__: null };
  if (typeof text !== 'string' || text.length === 0) return result;
  separator = separator ? `${separator}` : '&';
  equals = equals ? `${equals}` : '=';
  let limit = 1000;
  if (options && typeof options.maxKeys === 'number') limit = options.maxKeys > 0 ? options.maxKeys : -1;
  let decode = QueryString.unescape;
  if (options && typeof options.decodeURIComponent === 'function') decode = options.decodeURIComponent;

  let from = 0;
  for (let count = 0; (limit <= 0 || count < limit) && from <= text.length;) {
    // An empty separator separates nothing.
    let end = separator === '' ? -1 : StringPrototypeIndexOf(text, separator, from);
    if (end === -1) end = text.length;
    const pair = StringPrototypeSlice(text, from, end);
    from = end + separator.length;
    if (pair === '') {
      if (end === text.length) break;
      // Nothing between two separators counts as a pair, though it is none.
      count++;
      continue;
    }
    count++;
    const at = StringPrototypeIndexOf(pair, equals);
    const key = decoded(at === -1 ? pair : StringPrototypeSlice(pair, 0, at), decode);
    const value = at === -1 ? '' : decoded(StringPrototypeSlice(pair, at + equals.length), decode);
    add(result, key, value);
    if (end === text.length) break;
  }
  return result;
}

function decoded(text, decode) {
  const spaced = StringPrototypeReplaceAll(text, '+', decode === qsUnescape ? ' ' : '%20');
  if (decode === qsUnescape && RegExpPrototypeExec(/%[0-9a-f]{2}/i, spaced) === null) return spaced;
  try {
    return decode(spaced);
  } catch {
    return QueryString.unescape(spaced, true);
  }
}

function add(result, key, value) {
  const existing = result[key];
  if (existing === undefined) {
    result[key] = value;
  } else if (ArrayIsArray(existing)) {
    ArrayPrototypePush(existing, value);
  } else {
    result[key] = [existing, value];
  }
}

const QueryString = module.exports = {
  unescapeBuffer,
  unescape: qsUnescape,
  escape: qsEscape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
};
