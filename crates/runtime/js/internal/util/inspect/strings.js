// Strings as JavaScript literals: which quote, which escapes.

const {
  Array,
  NumberPrototypeToString,
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

/** Single quotes, unless the text has one and could do without escapes in double quotes or backticks. */
function chooseQuote(text) {
  if (!StringPrototypeIncludes(text, "'")) return SINGLE;
  if (!StringPrototypeIncludes(text, '"')) return DOUBLE;
  if (!StringPrototypeIncludes(text, '`') && !StringPrototypeIncludes(text, '${')) return BACKTICK;
  return SINGLE;
}

/** The text as a quoted literal. */
function quote(text) {
  const mark = chooseQuote(text);
  const quoted = quoteText[mark];
  return `${quoted}${escape(text, mark)}${quoted}`;
}

/** The text with everything unprintable escaped, and the given quote as well if it is a single one. */
function escape(text, mark) {
  let result = '';
  let copied = 0;
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    let escaped;
    if (code < 0xa0) {
      escaped = code === SINGLE && mark === SINGLE ? "\\'" : escapes[code];
    } else if (code >= 0xd800 && code <= 0xdfff) {
      const isLead = code <= 0xdbff;
      const next = isLead && i + 1 < length ? StringPrototypeCharCodeAt(text, i + 1) : 0;
      if (next >= 0xdc00 && next <= 0xdfff) {
        i++;
        continue;
      }
      escaped = `\\u${NumberPrototypeToString(code, 16)}`;
    }
    if (escaped !== undefined) {
      result += copied === i ? escaped : StringPrototypeSlice(text, copied, i) + escaped;
      copied = i + 1;
    }
  }
  if (copied === 0) return text;
  return copied === length ? result : result + StringPrototypeSlice(text, copied);
}

/** What a single-quoted literal has between its quotes: for symbols as keys. */
function escapeUnquoted(text) {
  return escape(text, SINGLE);
}

module.exports = { quote, escapeUnquoted };
