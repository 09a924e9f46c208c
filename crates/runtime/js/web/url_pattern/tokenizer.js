// The tokens of a pattern: https://urlpattern.spec.whatwg.org/#tokens
//
// A token is where it begins, and the text it stands for: a name without its colon, an expression without its parentheses,
// a character without the backslash before it.
'use strict';

const {
  ArrayPrototypePush, RegExpPrototypeTest, StringFromCodePoint, StringPrototypeCodePointAt, StringPrototypeSlice, TypeError,
} = primordials;

const OPEN = 0;
const CLOSE = 1;
const REGEXP = 2;
const NAME = 3;
const CHAR = 4;
const ESCAPED_CHAR = 5;
const OTHER_MODIFIER = 6;
const ASTERISK = 7;
const END = 8;
const INVALID_CHAR = 9;

// Whether what is no token is an error, or a token of its own.
const STRICT = 0;
const LENIENT = 1;

const nameStart = /^[$_\p{ID_Start}]/u;
const nameContinue = /^[$\u200c\u200d\p{ID_Continue}]/u;

const isNameStart = (text) => RegExpPrototypeTest(nameStart, text);
const isNameContinue = (text) => RegExpPrototypeTest(nameContinue, text);

const characterAt = (text, index) => StringFromCodePoint(StringPrototypeCodePointAt(text, index));

function tokenize(input, policy) {
  const tokens = [];
  const { length } = input;
  let index = 0;
  while (index < length) {
    const character = characterAt(input, index);
    const next = index + character.length;
    const type = SINGLE[character];
    let token;
    let end = next;
    if (type !== undefined) {
      token = { __proto__: null, type, index, value: character };
    } else if (character === '\\') {
      if (next < length) {
        const value = characterAt(input, next);
        token = { __proto__: null, type: ESCAPED_CHAR, index, value };
        end = next + value.length;
      }
    } else if (character === ':') {
      end = nameEnd(input, next);
      if (end > next) token = { __proto__: null, type: NAME, index, value: StringPrototypeSlice(input, next, end) };
    } else if (character === '(') {
      end = expressionEnd(input, next);
      // Between the parentheses there is something.
      if (end > next + 1) token = { __proto__: null, type: REGEXP, index, value: StringPrototypeSlice(input, next, end - 1) };
    } else {
      token = { __proto__: null, type: CHAR, index, value: character };
    }
    if (token === undefined) {
      if (policy === STRICT) throw new TypeError(`Unexpected "${character}" at ${index}`);
      token = { __proto__: null, type: INVALID_CHAR, index, value: character };
      end = next;
    }
    ArrayPrototypePush(tokens, token);
    index = end;
  }
  ArrayPrototypePush(tokens, { __proto__: null, type: END, index, value: '' });
  return tokens;
}

const SINGLE = {
  '__proto__': null, '*': ASTERISK, '+': OTHER_MODIFIER, '?': OTHER_MODIFIER, '{': OPEN, '}': CLOSE,
};

function nameEnd(input, start) {
  let end = start;
  while (end < input.length) {
    const character = characterAt(input, end);
    if (!(end === start ? isNameStart(character) : isNameContinue(character))) break;
    end += character.length;
  }
  return end;
}

// Behind the parenthesis that closes an expression, or -1. An expression is ASCII, does not begin with `?`, and its own groups do
// not capture.
function expressionEnd(input, start) {
  let depth = 1;
  for (let at = start; at < input.length; at++) {
    const character = input[at];
    if (character > '\x7f' || (at === start && character === '?')) return -1;
    if (character === '\\') {
      at++;
      if (at === input.length || input[at] > '\x7f') return -1;
    } else if (character === ')') {
      depth--;
      if (depth === 0) return at + 1;
    } else if (character === '(') {
      depth++;
      if (input[at + 1] !== '?') return -1;
    }
  }
  return -1;
}

module.exports = {
  OPEN, CLOSE, REGEXP, NAME, CHAR, ESCAPED_CHAR, OTHER_MODIFIER, ASTERISK, END, INVALID_CHAR, STRICT, LENIENT,
  isNameContinue, tokenize,
};
