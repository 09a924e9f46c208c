// Names and words of markup: lower case by ASCII alone, lists of words separated by white space.
'use strict';

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, RegExpPrototypeExec, StringPrototypeSplit, StringPrototypeToLowerCase, StringPrototypeToUpperCase,
} = primordials;

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

const ASCII = /^[\0-\x7f]*$/;
const SPACE = /[ \t\n\f\r]+/;

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
  const parts = StringPrototypeSplit(text, SPACE);
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] !== '' && ArrayPrototypeIndexOf(tokens, parts[i]) === -1) ArrayPrototypePush(tokens, parts[i]);
  }
  return tokens;
}

function hasTokens(text, wanted) {
  if (text === undefined) return false;
  const tokens = splitTokens(text);
  for (let i = 0; i < wanted.length; i++) if (ArrayPrototypeIndexOf(tokens, wanted[i]) === -1) return false;
  return true;
}

module.exports = { HTML_NAMESPACE, SVG_NAMESPACE, asciiLower, asciiUpper, hasTokens, splitTokens };
