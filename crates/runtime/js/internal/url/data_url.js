'use strict';

// `data:` URLs, as the Fetch standard takes them apart: escapes that are none stand for themselves, base64 must be base64.

const {
  RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeReplace, StringPrototypeSlice, StringPrototypeStartsWith,
  StringPrototypeToLowerCase,
} = primordials;

const AROUND = /^[\t\n\f\r ]+|[\t\n\f\r ]+$/g;
const BASE64 = /; *base64$/i;
const ESSENCE = /^[^/;]+\/[^;]+/;

// The URL, already parsed and written again, as `{ type, essence, bytes() }`; null if it has no comma. `essence` is the type
// without its parameters, null if there is none; `bytes` gives a Buffer, or null for what is no base64.
function parseDataUrl(url) {
  const hash = StringPrototypeIndexOf(url, '#');
  const text = StringPrototypeSlice(url, 'data:'.length, hash === -1 ? url.length : hash);
  const comma = StringPrototypeIndexOf(text, ',');
  if (comma === -1) return null;
  const body = StringPrototypeSlice(text, comma + 1);
  let type = StringPrototypeReplace(StringPrototypeSlice(text, 0, comma), AROUND, '');
  const ending = RegExpPrototypeExec(BASE64, type);
  if (ending !== null) type = StringPrototypeSlice(type, 0, ending.index);
  const essence = RegExpPrototypeExec(ESSENCE, type);
  if (type === '') type = 'text/plain;charset=US-ASCII';
  else if (StringPrototypeStartsWith(type, ';')) type = `text/plain${type}`;
  return {
    __proto__: null,
    type,
    essence: essence === null ? null : StringPrototypeToLowerCase(StringPrototypeReplace(essence[0], AROUND, '')),
    bytes: () => (ending === null ? percentDecode(body) : base64Decode(percentDecode(body))),
  };
}

// Bytes may be written that are no UTF-8, so this is done on bytes.
function percentDecode(text) {
  const { Buffer } = require('internal/buffer/buffer');
  const bytes = Buffer.from(text, 'utf8');
  let length = 0;
  for (let i = 0; i < bytes.length; i++, length++) {
    const high = bytes[i] === 0x25 ? digitOf(bytes[i + 1]) : -1;
    const low = high === -1 ? -1 : digitOf(bytes[i + 2]);
    bytes[length] = low === -1 ? bytes[i] : high * 16 + low;
    if (low !== -1) i += 2;
  }
  return bytes.subarray(0, length);
}

function digitOf(byte) {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

function base64Decode(bytes) {
  const { Buffer } = require('internal/buffer/buffer');
  const { atob } = require('internal/buffer/base64');
  try {
    return Buffer.from(atob(bytes.latin1Slice(0, bytes.length)), 'latin1');
  } catch {
    return null;
  }
}

module.exports = { parseDataUrl };
