// A regular expression in colours: brackets by how deep they nest, and each part of the
// syntax some steps along the palette from there.
//
// A scanner, not a parser: text that is not a well-formed expression is painted, never refused.
'use strict';

const {
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
} = primordials;

// Steps along the palette from the current depth.
const OUTER = -1;
const BRACKET = 0;
const CHARACTER = 1;
const WILDCARD = 2;
const OPERATOR = 3;

/** The text of the expression with each part painted by a colour of the palette (names of `inspect.colors`). */
function highlight(text, palette) {
  return new Highlighter(text, palette).run();
}

class Highlighter {
  constructor(text, palette) {
    this.text = text;
    this.palette = palette;
    this.position = 1;
    this.depth = 1;
    this.painted = '';
  }

  run() {
    this.emit('/', OUTER);
    const { text } = this;
    scan: while (this.position < text.length) {
      const character = text[this.position];
      switch (character) {
        case '/':
          break scan;
        case '\\':
          this.escape();
          break;
        case '(':
          this.openGroup();
          break;
        case ')':
          this.depth--;
          this.take(1, BRACKET);
          break;
        case '[':
          this.characterClass();
          break;
        case '{':
          this.count();
          break;
        case '.':
          this.take(1, WILDCARD);
          break;
        case '|': case '^': case '$': case '+': case '*': case '?': case ',':
          this.take(1, OPERATOR);
          break;
        default:
          this.take(1, CHARACTER);
      }
    }
    this.emit('/', OUTER);
    const flags = StringPrototypeSlice(text, this.position + 1);
    if (flags !== '') this.emit(flags, BRACKET);
    return this.painted;
  }

  emit(part, steps) {
    const { palette } = this;
    const { colors, paintWith } = require('internal/util/inspect/colors');
    // Unbalanced closing brackets can bring the depth below zero.
    const index = (this.depth + steps) % palette.length;
    const color = colors[palette[index < 0 ? index + palette.length : index]];
    this.painted += color === undefined ? part : paintWith(part, color);
  }

  take(length, steps) {
    this.emit(StringPrototypeSlice(this.text, this.position, this.position + length), steps);
    this.position += length;
  }

  at(offset) {
    return this.text[this.position + offset];
  }

  openGroup() {
    this.take(1, BRACKET);
    this.depth++;
    if (this.at(0) !== '?') return;
    const next = this.at(1);
    if (next === ':' || next === '=' || next === '!') {
      this.take(2, OUTER);
    } else if (next === '<' && (this.at(2) === '=' || this.at(2) === '!')) {
      this.take(3, OUTER);
    } else if (next === '<') {
      const end = StringPrototypeIndexOf(this.text, '>', this.position);
      this.delimited(2, end, OUTER);
    } else {
      this.take(1, BRACKET);
    }
  }

  // A name between an opening of `opening` characters and the closing character at `end`.
  delimited(opening, end, steps) {
    this.take(opening, steps);
    this.emit(StringPrototypeSlice(this.text, this.position, end), steps + 1);
    this.position = end;
    this.take(1, steps);
  }

  // `inside` is 'class' between square brackets, where back references do not exist.
  escape(inside = 'pattern') {
    const character = this.at(1);
    const plainSteps = inside === 'class' ? BRACKET : CHARACTER;
    if (character === 'k' && inside === 'pattern' && this.at(2) === '<') {
      const end = StringPrototypeIndexOf(this.text, '>', this.position);
      if (end === -1) this.take(3, plainSteps);
      else this.delimited(3, end, OUTER);
    } else if ((character === 'p' || character === 'P' || character === 'u') && this.at(2) === '{') {
      const end = StringPrototypeIndexOf(this.text, '}', this.position);
      if (end === -1) this.take(3, plainSteps);
      else this.delimited(3, end, BRACKET);
    } else if (character === 'x') {
      this.take(4, plainSteps);
    } else if (inside === 'pattern' && isDigit(this.text, this.position + 1)) {
      let length = 2;
      while (isDigit(this.text, this.position + length)) length++;
      this.take(length, plainSteps);
    } else {
      this.take(2, plainSteps);
    }
  }

  characterClass() {
    this.take(1, BRACKET);
    this.depth++;
    for (let isFirst = true; this.position < this.text.length; isFirst = false) {
      const character = this.at(0);
      if (character === '\\') {
        this.escape('class');
      } else if (character === ']') {
        this.depth--;
        this.take(1, BRACKET);
        return;
      } else if (character === '-' && !isFirst && this.at(1) !== ']') {
        this.take(1, CHARACTER);
      } else {
        this.take(1, BRACKET);
      }
    }
  }

  // `{2,3}`. A brace that opens no number is a character.
  count() {
    if (this.at(1) !== ',' && !isDigit(this.text, this.position + 1)) {
      this.take(1, CHARACTER);
      return;
    }
    this.take(1, BRACKET);
    this.depth++;
    this.digits();
    if (this.at(0) === ',') {
      this.take(1, BRACKET);
      this.digits();
    }
    if (this.at(0) === '}') {
      this.depth--;
      this.take(1, BRACKET);
    }
  }

  digits() {
    let length = 0;
    while (isDigit(this.text, this.position + length)) length++;
    if (length !== 0) this.take(length, CHARACTER);
  }
}

function isDigit(text, index) {
  const code = StringPrototypeCharCodeAt(text, index);
  return code >= 48 && code <= 57;
}

module.exports = { highlight };
