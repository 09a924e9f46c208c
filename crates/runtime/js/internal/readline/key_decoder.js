// Characters of a terminal into keys.
//
// A key is one character, or a sequence that begins with an escape. The sequences come from several families of terminals:
//
//   ESC [ [ 5 ~            one more bracket: the Linux console, putty
//   ESC [ 20 ; 5 ~         a number of one to three digits, a modifier, and ~ (xterm) or ^ $ (rxvt)
//   ESC [ 1 ; 5 C          a letter, with a modifier before it (xterm), or as in ESC [ 5 C (gnome)
//   ESC O 5 P              an O, a modifier, a letter
//   ESC x                  x with the meta key
//
// The decoder is fed one character at a time and keeps what it has of an unfinished sequence; an empty string says that
// nothing more follows an escape.
'use strict';

const {
  RegExpPrototypeExec, StringFromCharCode, StringPrototypeCharCodeAt, StringPrototypeToLowerCase,
} = primordials;

const ESCAPE = '\x1b';

const names = { __proto__: null };
const shifted = { __proto__: null };
const controlled = { __proto__: null };

function define(name, codes, kind = names) {
  for (let i = 0; i < codes.length; i++) {
    names[codes[i]] = name;
    if (kind !== names) kind[codes[i]] = true;
  }
}

define('f1', ['OP', '[P', '[11~', '[[A']);
define('f2', ['OQ', '[Q', '[12~', '[[B']);
define('f3', ['OR', '[R', '[13~', '[[C']);
define('f4', ['OS', '[S', '[14~', '[[D']);
define('f5', ['[15~', '[[E']);
define('f6', ['[17~']);
define('f7', ['[18~']);
define('f8', ['[19~']);
define('f9', ['[20~']);
define('f10', ['[21~']);
define('f11', ['[23~']);
define('f12', ['[24~']);
define('paste-start', ['[200~']);
define('paste-end', ['[201~']);
define('up', ['[A', 'OA']);
define('down', ['[B', 'OB']);
define('right', ['[C', 'OC']);
define('left', ['[D', 'OD']);
define('clear', ['[E', 'OE']);
define('end', ['[F', 'OF', '[4~', '[8~']);
define('home', ['[H', 'OH', '[1~', '[7~']);
define('insert', ['[2~']);
define('delete', ['[3~']);
define('pageup', ['[5~', '[[5~']);
define('pagedown', ['[6~', '[[6~']);
define('up', ['[a'], shifted);
define('down', ['[b'], shifted);
define('right', ['[c'], shifted);
define('left', ['[d'], shifted);
define('clear', ['[e'], shifted);
define('tab', ['[Z'], shifted);
define('insert', ['[2$'], shifted);
define('delete', ['[3$'], shifted);
define('pageup', ['[5$'], shifted);
define('pagedown', ['[6$'], shifted);
define('home', ['[7$'], shifted);
define('end', ['[8$'], shifted);
define('up', ['Oa'], controlled);
define('down', ['Ob'], controlled);
define('right', ['Oc'], controlled);
define('left', ['Od'], controlled);
define('clear', ['Oe'], controlled);
define('insert', ['[2^'], controlled);
define('delete', ['[3^'], controlled);
define('pageup', ['[5^'], controlled);
define('pagedown', ['[6^'], controlled);
define('home', ['[7^'], controlled);
define('end', ['[8^'], controlled);

const characters = {
  '__proto__': null, '\r': 'return', '\n': 'enter', '\t': 'tab', '\b': 'backspace', '\x7f': 'backspace', ' ': 'space',
};

const LAST_CONTROL_LETTER = '\x1a';
const isDigit = (character) => character >= '0' && character <= '9';

// What has come of a sequence that is not done.
const GROUND = 0; // nothing
const ESCAPED = 1; // ESC
const ESCAPED_TWICE = 2; // ESC ESC
const BRACKET = 3; // ESC [
const SECOND_BRACKET = 4; // ESC [ [
const DIGITS = 5; // and one to three digits
const SEMICOLON = 6; // and a semicolon
const MODIFIER = 7; // and a digit after it
const LETTER_O = 8; // ESC O
const O_MODIFIER = 9; // and a digit

const MODIFIER_SHIFT = 1;
const MODIFIER_CONTROL = 4;
// Alt and meta.
const MODIFIER_META = 10;

class KeyDecoder {
  #emit;
  #state = GROUND;
  #sequence = '';
  // The parts of a sequence after its escapes: the brackets or the O, and the rest.
  #code = '';
  #rest = '';

  // `emit(text, key)`: the text is undefined where the key is a sequence.
  constructor(emit) {
    this.#emit = emit;
  }

  feed(character) {
    this.#sequence += character;
    switch (this.#state) {
      case GROUND:
        if (character === ESCAPE) this.#state = ESCAPED;
        else this.#finishCharacter(character, false);
        break;
      case ESCAPED:
        if (character === ESCAPE) {
          this.#state = ESCAPED_TWICE;
          break;
        }
        this.#escaped(character);
        break;
      case ESCAPED_TWICE:
        this.#escaped(character);
        break;
      case LETTER_O:
        if (isDigit(character)) {
          this.#rest = character;
          this.#state = O_MODIFIER;
          break;
        }
        this.#finishSequence(`${this.#code}${character}`, 0);
        break;
      case O_MODIFIER:
        this.#finishSequence(`${this.#code}${character}`, +this.#rest - 1);
        break;
      default:
        this.#parameters(character);
    }
  }

  #escaped(character) {
    if (character === '[' || character === 'O') {
      this.#code = character;
      this.#state = character === 'O' ? LETTER_O : BRACKET;
      return;
    }
    this.#finishCharacter(character, true);
  }

  #parameters(character) {
    const state = this.#state;
    if (state === BRACKET && character === '[') {
      this.#code += character;
      this.#state = SECOND_BRACKET;
      return;
    }
    this.#rest += character;
    if (state < SEMICOLON) {
      if (isDigit(character) && this.#rest.length <= 3) {
        this.#state = DIGITS;
        return;
      }
      if (character === ';') {
        this.#state = SEMICOLON;
        return;
      }
    } else if (state === SEMICOLON && isDigit(character)) {
      this.#state = MODIFIER;
      return;
    }
    this.#finishBracket();
  }

  #finishBracket() {
    let match = RegExpPrototypeExec(/^(?:(\d\d?)(?:;(\d))?([~^$])|(\d{3}~))$/, this.#rest);
    if (match !== null) {
      const ending = match[4] ?? `${match[1]}${match[3]}`;
      this.#finishSequence(`${this.#code}${ending}`, (match[2] ?? 1) - 1);
      return;
    }
    match = RegExpPrototypeExec(/^((\d;)?(\d))?([A-Za-z])$/, this.#rest);
    if (match !== null) {
      this.#finishSequence(`${this.#code}${match[4]}`, (match[3] ?? 1) - 1);
      return;
    }
    this.#finishSequence(`${this.#code}${this.#rest}`, 0);
  }

  #finishSequence(code, modifier) {
    const name = names[code];
    this.#finish(undefined, {
      sequence: this.#sequence,
      name: name ?? 'undefined',
      ctrl: (modifier & MODIFIER_CONTROL) !== 0 || controlled[code] === true,
      meta: (modifier & MODIFIER_META) !== 0,
      shift: (modifier & MODIFIER_SHIFT) !== 0 || shifted[code] === true,
      code,
    });
  }

  #finishCharacter(character, isEscaped) {
    const key = { sequence: this.#sequence, name: undefined, ctrl: false, meta: isEscaped, shift: false };
    if (characters[character] !== undefined) {
      key.name = characters[character];
    } else if (character === ESCAPE || character === '') {
      key.name = 'escape';
    } else if (!isEscaped && character <= LAST_CONTROL_LETTER) {
      key.name = StringFromCharCode(StringPrototypeCharCodeAt(character, 0) + 96);
      key.ctrl = true;
    } else if (RegExpPrototypeExec(/^[0-9A-Za-z]$/, character) !== null) {
      key.name = StringPrototypeToLowerCase(character);
      key.shift = RegExpPrototypeExec(/^[A-Z]$/, character) !== null;
    }
    this.#finish(isEscaped ? undefined : character, key);
  }

  // The state is clean before the key is told: whoever hears of it may throw.
  #finish(text, key) {
    this.#state = GROUND;
    this.#sequence = this.#code = this.#rest = '';
    this.#emit(text, key);
  }
}

module.exports = { ESCAPE, KeyDecoder };
