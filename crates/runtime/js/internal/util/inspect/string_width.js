// How many terminal columns a text takes, and the text without terminal escape sequences.
//
// Width follows Unicode's East Asian Width: wide and fullwidth characters take two columns,
// combining marks and other zero-width characters none. Ambiguous ones take one.
'use strict';

const {
  RegExpPrototypeExec,
  StringPrototypeCodePointAt,
  StringPrototypeIncludes,
  StringPrototypeNormalize,
  StringPrototypeSlice,
} = primordials;

const ESCAPE = '\u001b';
const CSI = '\u009b';

// One ANSI sequence: an OSC with its text up to its terminator, or a CSI and friends with their parameters.
const sequence = new RegExp(
  '[\\u001b\\u009b][[\\]()#;?]*' +
  '(?:(?:(?:(?:;[-a-zA-Z\\d\\/\\#&.:=?%@~_]+)*' +
  '|[a-zA-Z\\d]+(?:;[-a-zA-Z\\d\\/\\#&.:=?%@~_]*)*)?' +
  '(?:\\u0007|\\u001b\\u005c|\\u009c))' +
  '|(?:(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PR-TZcf-ntqry=><~]))', 'g');

// Anything but printable ASCII.
const unusual = /[^\x20-\x7e]/;

/** The text without terminal escape sequences. */
function stripSequences(text) {
  if (!StringPrototypeIncludes(text, ESCAPE) && !StringPrototypeIncludes(text, CSI)) return text;
  let result = '';
  let copied = 0;
  sequence.lastIndex = 0;
  let match;
  while ((match = RegExpPrototypeExec(sequence, text)) !== null) {
    result += StringPrototypeSlice(text, copied, match.index);
    copied = match.index + match[0].length;
  }
  return result + StringPrototypeSlice(text, copied);
}

/** The columns of the text; escape sequences count as nothing unless `sequences` is 'kept'. */
function stringWidth(text, sequences = 'stripped') {
  if (sequences === 'stripped') text = stripSequences(text);
  if (RegExpPrototypeExec(unusual, text) === null) return text.length;
  text = StringPrototypeNormalize(text, 'NFC');
  let width = 0;
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCodePointAt(text, i);
    if (code > 0xffff) i++;
    if (isWide(code)) width += 2;
    else if (!isZeroWidth(code)) width++;
  }
  return width;
}

function isWide(code) {
  return code >= 0x1100 && (
    code <= 0x115f || // Hangul Jamo
    code === 0x2329 || code === 0x232a || // angle brackets
    (code >= 0x2e80 && code <= 0x3247 && code !== 0x303f) || // CJK radicals to enclosed CJK letters
    (code >= 0x3250 && code <= 0x4dbf) || // enclosed CJK to extension A
    (code >= 0x4e00 && code <= 0xa4c6) || // unified ideographs to Yi radicals
    (code >= 0xa960 && code <= 0xa97c) || // Hangul Jamo extended A
    (code >= 0xac00 && code <= 0xd7a3) || // Hangul syllables
    (code >= 0xf900 && code <= 0xfaff) || // CJK compatibility ideographs
    (code >= 0xfe10 && code <= 0xfe19) || // vertical forms
    (code >= 0xfe30 && code <= 0xfe6b) || // CJK compatibility forms to small form variants
    (code >= 0xff01 && code <= 0xff60) || // fullwidth forms
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1b000 && code <= 0x1b001) || // Kana supplement
    (code >= 0x1f200 && code <= 0x1f251) || // enclosed ideographic supplement
    (code >= 0x1f300 && code <= 0x1f64f) || // pictographs, emoticons
    (code >= 0x1f900 && code <= 0x1f9ff) || // supplemental pictographs
    (code >= 0x20000 && code <= 0x3fffd) // extensions B and on
  );
}

function isZeroWidth(code) {
  return code <= 0x1f || (code >= 0x7f && code <= 0x9f) || // controls
    (code >= 0x300 && code <= 0x36f) || // combining diacritical marks
    (code >= 0x200b && code <= 0x200f) || // zero-width spaces and directions
    (code >= 0x20d0 && code <= 0x20ff) || // combining marks for symbols
    (code >= 0xfe00 && code <= 0xfe0f) || // variation selectors
    (code >= 0xfe20 && code <= 0xfe2f) || // combining half marks
    (code >= 0xe0100 && code <= 0xe01ef); // variation selectors supplement
}

module.exports = { stripSequences, stringWidth };
