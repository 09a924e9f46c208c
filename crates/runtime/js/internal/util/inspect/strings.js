// Strings as JavaScript literals: which quote, which escapes.
'use strict';

const {
  Array,
  NumberPrototypeToString,
  RegExp,
  RegExpPrototypeExec,
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeSlice,
  StringPrototypeToUpperCase,
} = primordials;

const SINGLE = 39;
const DOUBLE = 34;
const BACKTICK = 96;
const BACKSLASH = 92;

const quoteText = { __proto__: null, [SINGLE]: "'", [DOUBLE]: '"', [BACKTICK]: '`' };

// The escapes of the C0 controls, DEL and the C1 controls; undefined where a character stands for itself.
const escapes = Array(0xa0);
for (let code = 0; code < 0xa0; code++) {
  if (code < 0x20 || code >= 0x7f) {
    const hex = StringPrototypeToUpperCase(NumberPrototypeToString(code, 16));
    escapes[code] = code < 16 ? `\\x0${hex}` : `\\x${hex}`;
  } else {
    escapes[code] = undefined;
  }
}
escapes[8] = '\\b';
escapes[9] = '\\t';
escapes[10] = '\\n';
escapes[12] = '\\f';
escapes[13] = '\\r';
escapes[BACKSLASH] = '\\\\';

// What is not written as it is: quotes, backslashes, controls, halves of surrogate pairs.
const special = /[\x00-\x1f'\\\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const nextSpecial = new RegExp(special.source, 'g');

/** Single quotes, unless the text has one and could do without escapes in double quotes or backticks. */
function chooseQuote(text) {
  if (!StringPrototypeIncludes(text, "'")) return SINGLE;
  if (!StringPrototypeIncludes(text, '"')) return DOUBLE;
  if (!StringPrototypeIncludes(text, '`') && !StringPrototypeIncludes(text, '${')) return BACKTICK;
  return SINGLE;
}

/** The text as a quoted literal. */
function quote(text) {
  if (RegExpPrototypeExec(special, text) === null) return `'${text}'`;
  const mark = chooseQuote(text);
  const quoted = quoteText[mark];
  return `${quoted}${escape(text, mark)}${quoted}`;
}

/** The text with everything unprintable escaped, and the given quote as well if it is a single one. */
function escape(text, mark) {
  let result = '';
  let copied = 0;
  let match;
  nextSpecial.lastIndex = 0;
  while ((match = RegExpPrototypeExec(nextSpecial, text)) !== null) {
    const { index, 0: found } = match;
    const code = StringPrototypeCharCodeAt(found, 0);
    if (code === SINGLE && mark !== SINGLE) continue;
    const escaped = code === SINGLE ? "\\'" : escapes[code] ?? `\\u${NumberPrototypeToString(code, 16)}`;
    result += StringPrototypeSlice(text, copied, index) + escaped;
    copied = index + 1;
  }
  return copied === 0 ? text : result + StringPrototypeSlice(text, copied);
}

/** What a single-quoted literal has between its quotes: for symbols as keys. */
function escapeUnquoted(text) {
  return escape(text, SINGLE);
}

module.exports = { quote, escapeUnquoted };
