// Names and words of markup: lower case by ASCII alone, lists of words separated by white space.
'use strict';

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, RegExpPrototypeExec, SafeSet, StringPrototypeSlice, StringPrototypeToLowerCase,
  StringPrototypeToUpperCase,
} = primordials;

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

const ASCII = /^[\0-\x7f]*$/;
const WORD = /[^ \t\n\f\r]+/g;

function isAscii(text) {
  return RegExpPrototypeExec(ASCII, text) !== null;
}

// Characters outside ASCII keep their case, as the standards want it for names.
function asciiLower(text) {
  if (isAscii(text)) return StringPrototypeToLowerCase(text);
  let lower = '';
  for (let i = 0; i < text.length; i++) lower += isAscii(text[i]) ? StringPrototypeToLowerCase(text[i]) : text[i];
  return lower;
}

function asciiUpper(text) {
  if (isAscii(text)) return StringPrototypeToUpperCase(text);
  let upper = '';
  for (let i = 0; i < text.length; i++) upper += isAscii(text[i]) ? StringPrototypeToUpperCase(text[i]) : text[i];
  return upper;
}

// The words of a text, each once, in order.
function splitTokens(text) {
  const tokens = [];
  WORD.lastIndex = 0;
  for (let match = RegExpPrototypeExec(WORD, text); match !== null; match = RegExpPrototypeExec(WORD, text)) {
    if (ArrayPrototypeIndexOf(tokens, match[0]) === -1) ArrayPrototypePush(tokens, match[0]);
  }
  return tokens;
}

function hasTokens(text, wanted) {
  if (text === undefined) return false;
  const tokens = splitTokens(text);
  for (let i = 0; i < wanted.length; i++) if (ArrayPrototypeIndexOf(tokens, wanted[i]) === -1) return false;
  return true;
}

// Replaces every match of a global expression by what `make` gives for it. `String.prototype.replace` would call the `exec`
// that a program may have put in the place of the engine's.
function replaceEach(text, expression, make) {
  let result = '';
  let end = 0;
  expression.lastIndex = 0;
  for (let match = RegExpPrototypeExec(expression, text); match !== null; match = RegExpPrototypeExec(expression, text)) {
    result += StringPrototypeSlice(text, end, match.index) + make(match);
    end = expression.lastIndex;
  }
  return end === 0 ? text : result + StringPrototypeSlice(text, end);
}

// A set that is filled without the iterator of arrays, which a program may have replaced before this is loaded.
function setOf(names) {
  const set = new SafeSet();
  for (let i = 0; i < names.length; i++) set.add(names[i]);
  return set;
}

module.exports = { HTML_NAMESPACE, SVG_NAMESPACE, asciiLower, asciiUpper, hasTokens, replaceEach, setOf, splitTokens };
