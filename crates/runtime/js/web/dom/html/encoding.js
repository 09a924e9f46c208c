// The encoding of a page that comes as bytes: a mark at its beginning, or what the first `<meta>` in its first kilobyte says; else that of
// the page around a frame, or UTF-8.
'use strict';

const {
  RegExpPrototypeExec, RegExpPrototypeSymbolReplace, StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeToUpperCase,
  TypedArrayPrototypeSubarray,
} = primordials;

const { TextDecoder } = require('internal/encoding');

const LOOKED_AT_BYTES = 1024;
const COMMENT = /<!--[^]*?-->/g;
const META = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
const LOWER_CASE = /^(?:windows-|gb18030$|macintosh$|x-)/;

function marked(bytes) {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
}

// Undefined if there is none, or none that is known.
function named(bytes) {
  const head = new TextDecoder('latin1').decode(TypedArrayPrototypeSubarray(bytes, 0, LOOKED_AT_BYTES));
  const found = RegExpPrototypeExec(META, RegExpPrototypeSymbolReplace(COMMENT, head, ''));
  if (found === null) return undefined;
  try {
    const { encoding } = new TextDecoder(found[1]);
    // Whoever could read the name was not reading two bytes at a time.
    if (StringPrototypeStartsWith(encoding, 'utf-16')) return 'utf-8';
    return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
  } catch {
    return undefined;
  }
}

// As the standard writes the name.
function written(encoding) {
  if (encoding === 'big5') return 'Big5';
  if (encoding === 'shift_jis') return 'Shift_JIS';
  return RegExpPrototypeExec(LOWER_CASE, encoding) === null ? StringPrototypeToUpperCase(encoding) : StringPrototypeToLowerCase(encoding);
}

function decodePage(bytes, around) {
  const { encoding } = new TextDecoder(marked(bytes) ?? named(bytes) ?? around);
  return { __proto__: null, text: new TextDecoder(encoding).decode(bytes), characterSet: written(encoding) };
}

module.exports = { decodePage };
