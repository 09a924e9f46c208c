// The parts of a component's pattern, in order: https://urlpattern.spec.whatwg.org/#pattern-string-parsing
//
// A part is fixed text or something that matches (a wildcard up to a delimiter, a wildcard over anything, an expression), perhaps
// with text before and behind it that comes and goes with it, and how often it may come.
'use strict';

const {
  ArrayPrototypePush, RegExpPrototypeSymbolReplace, SafeSet, String, TypeError,
} = primordials;

const {
  OPEN, CLOSE, REGEXP, NAME, CHAR, ESCAPED_CHAR, OTHER_MODIFIER, ASTERISK, END, STRICT, tokenize,
} = require('web/url_pattern/tokenizer');

const FIXED_TEXT = 0;
const EXPRESSION = 1;
const SEGMENT_WILDCARD = 2;
const FULL_WILDCARD = 3;

const FULL_WILDCARD_SOURCE = '.*';

// What an expression has to escape to mean itself.
const escapeExpression = (text) => RegExpPrototypeSymbolReplace(/[.+*?^${}()[\]|/\\]/g, text, '\\$&');

// The expression of a wildcard that ends at the delimiter.
const segmentWildcard = (shape) => `[^${escapeExpression(shape.delimiter)}]+?`;

// `shape` has the delimiter that ends a segment and the character that a group takes along as its prefix; `canonicalize` makes
// fixed text what it is in an address.
function parseParts(input, shape, canonicalize) {
  return new PartsParser(input, shape, canonicalize).parse();
}

class PartsParser {
  constructor(input, shape, canonicalize) {
    this.tokens = tokenize(input, STRICT);
    this.index = 0;
    this.prefix = shape.prefix;
    this.segmentWildcard = segmentWildcard(shape);
    this.canonicalize = canonicalize;
    this.parts = [];
    this.names = new SafeSet();
    this.nextNumber = 0;
    // Fixed text that may go on.
    this.pending = '';
  }

  parse() {
    while (this.index < this.tokens.length) {
      const character = this.take(CHAR);
      const name = this.take(NAME);
      const matcher = this.takeMatcher(name);
      if (name !== undefined || matcher !== undefined) {
        let prefix = character === undefined ? '' : character.value;
        if (prefix !== this.prefix) {
          this.pending += prefix;
          prefix = '';
        }
        this.flush();
        this.add(prefix, name, matcher, '', this.takeModifier());
        continue;
      }
      const fixed = character ?? this.take(ESCAPED_CHAR);
      if (fixed !== undefined) {
        this.pending += fixed.value;
      } else if (this.take(OPEN) !== undefined) {
        this.group();
      } else {
        this.flush();
        this.need(END);
      }
    }
    return this.parts;
  }

  // What is between braces.
  group() {
    const prefix = this.takeText();
    const name = this.take(NAME);
    const matcher = this.takeMatcher(name);
    const suffix = this.takeText();
    this.need(CLOSE);
    this.add(prefix, name, matcher, suffix, this.takeModifier());
  }

  take(type) {
    const token = this.tokens[this.index];
    if (token === undefined || token.type !== type) return undefined;
    this.index++;
    return token;
  }

  need(type) {
    if (this.take(type) === undefined) throw new TypeError(`Unexpected token at ${this.tokens[this.index]?.index}`);
  }

  // An asterisk behind a name is how often it comes.
  takeMatcher(name) {
    return this.take(REGEXP) ?? (name === undefined ? this.take(ASTERISK) : undefined);
  }

  takeModifier() {
    const token = this.take(OTHER_MODIFIER) ?? this.take(ASTERISK);
    return token === undefined ? '' : token.value;
  }

  takeText() {
    let text = '';
    for (;;) {
      const token = this.take(CHAR) ?? this.take(ESCAPED_CHAR);
      if (token === undefined) return text;
      text += token.value;
    }
  }

  flush() {
    if (this.pending === '') return;
    const text = this.pending;
    this.pending = '';
    this.push(FIXED_TEXT, '', this.canonicalize(text), '', '', '');
  }

  add(prefix, name, matcher, suffix, modifier) {
    if (name === undefined && matcher === undefined) {
      if (modifier === '') {
        this.pending += prefix;
        return;
      }
      this.flush();
      if (prefix !== '') this.push(FIXED_TEXT, '', this.canonicalize(prefix), '', '', modifier);
      return;
    }
    this.flush();
    let source = this.segmentWildcard;
    if (matcher !== undefined) source = matcher.type === ASTERISK ? FULL_WILDCARD_SOURCE : matcher.value;
    let type = EXPRESSION;
    if (source === this.segmentWildcard) type = SEGMENT_WILDCARD;
    else if (source === FULL_WILDCARD_SOURCE) type = FULL_WILDCARD;
    const known = name === undefined ? String(this.nextNumber++) : name.value;
    if (this.names.has(known)) throw new TypeError(`Duplicate name "${known}"`);
    this.names.add(known);
    this.push(type, known, type === EXPRESSION ? source : '', this.canonicalize(prefix), this.canonicalize(suffix), modifier);
  }

  push(type, name, value, prefix, suffix, modifier) {
    ArrayPrototypePush(this.parts, { __proto__: null, type, name, value, prefix, suffix, modifier });
  }
}

module.exports = {
  FIXED_TEXT, EXPRESSION, SEGMENT_WILDCARD, FULL_WILDCARD, FULL_WILDCARD_SOURCE, escapeExpression, parseParts, segmentWildcard,
};
