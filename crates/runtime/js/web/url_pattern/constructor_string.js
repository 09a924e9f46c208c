// An address with patterns in it, cut into its components before any of them is read as a pattern:
// https://urlpattern.spec.whatwg.org/#constructor-string-parsing
//
// A reader goes over the tokens in the order of the components of an address. It begins as if there were no protocol, and goes back
// to where the component began when it meets what only stands behind one.
'use strict';

const { StringPrototypeSlice } = primordials;

const { protocol: canonicalProtocol } = require('web/url_pattern/canonical');
const { PLAIN, SENSITIVE, compile, matchesSpecialScheme } = require('web/url_pattern/component');
const {
  OPEN, CLOSE, REGEXP, NAME, CHAR, ESCAPED_CHAR, ASTERISK, END, INVALID_CHAR, LENIENT, tokenize,
} = require('web/url_pattern/tokenizer');

// In the order of an address.
const INIT = 0;
const PROTOCOL = 1;
const AUTHORITY = 2;
const USERNAME = 3;
const PASSWORD = 4;
const HOSTNAME = 5;
const PORT = 6;
const PATHNAME = 7;
const SEARCH = 8;
const HASH = 9;
const DONE = 10;

// What each state reads, if it is a component.
const COMPONENT = [
  undefined, 'protocol', undefined, 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash', undefined,
];

function parseConstructorString(input) {
  return new Reader(input).read();
}

class Reader {
  constructor(input) {
    this.input = input;
    this.tokens = tokenize(input, LENIENT);
    this.index = 0;
    this.componentStart = 0;
    this.state = INIT;
    this.isSpecial = false;
    this.result = { __proto__: null };
  }

  read() {
    let groups = 0;
    let brackets = 0;
    while (this.index < this.tokens.length) {
      const { type } = this.tokens[this.index];
      if (type === END) {
        if (this.end()) break;
        continue;
      }
      if (type === OPEN) {
        groups++;
        this.index++;
        continue;
      }
      if (groups > 0) {
        if (type !== CLOSE) {
          this.index++;
          continue;
        }
        groups--;
      }
      if (this.state === HOSTNAME) {
        if (this.isCharacter('[')) brackets++;
        else if (this.isCharacter(']')) brackets--;
      }
      if (!this.step(brackets)) this.index++;
    }
    if (this.result.hostname !== undefined && this.result.port === undefined) this.result.port = '';
    return this.result;
  }

  // All is read; true unless it turns out to be read again as another component.
  end() {
    switch (this.state) {
      case INIT:
        // There was no protocol: it is relative.
        this.index = this.componentStart;
        if (this.isCharacter('#')) this.change(HASH, 1);
        else if (this.isSearchPrefix()) this.change(SEARCH, 1);
        else this.change(PATHNAME, 0);
        return false;
      case AUTHORITY:
        this.rewind(HOSTNAME);
        return false;
      default:
        this.change(DONE, 0);
        return true;
    }
  }

  // Takes a token that ends the component; false if it is part of it.
  step(brackets) {
    switch (this.state) {
      case INIT:
        return this.isCharacter(':') && this.rewind(PROTOCOL);
      case PROTOCOL:
        return this.isCharacter(':') && this.protocol();
      case AUTHORITY:
        if (this.isCharacter('@')) return this.rewind(USERNAME);
        return (this.isCharacter('/') || this.isSearchPrefix() || this.isCharacter('#')) && this.rewind(HOSTNAME);
      case USERNAME:
        if (this.isCharacter(':')) return this.change(PASSWORD, 1);
        return this.isCharacter('@') && this.change(HOSTNAME, 1);
      case PASSWORD:
        return this.isCharacter('@') && this.change(HOSTNAME, 1);
      case HOSTNAME:
        if (brackets === 0 && this.isCharacter(':')) return this.change(PORT, 1);
        return this.rest();
      default:
        return this.rest();
    }
  }

  protocol() {
    const component = compile(this.component(), PLAIN, canonicalProtocol, SENSITIVE);
    this.isSpecial = matchesSpecialScheme(component);
    if (this.isCharacter('/', this.index + 1) && this.isCharacter('/', this.index + 2)) return this.change(AUTHORITY, 3);
    return this.change(this.isSpecial ? AUTHORITY : PATHNAME, 1);
  }

  // The components behind the host, each of which may be left out.
  rest() {
    if (this.state < PATHNAME && this.isCharacter('/')) return this.change(PATHNAME, 0);
    if (this.state < SEARCH && this.isSearchPrefix()) return this.change(SEARCH, 1);
    return this.state < HASH && this.isCharacter('#') && this.change(HASH, 1);
  }

  change(state, skipped) {
    const { result, state: old } = this;
    const name = COMPONENT[old];
    if (name !== undefined) result[name] = this.component();
    // What is left out before something that is there is empty, and matches nothing else.
    if (old !== INIT && state !== DONE) {
      if (old < HOSTNAME && state > HOSTNAME) result.hostname ??= '';
      if (old < PATHNAME && state > PATHNAME) result.pathname ??= this.isSpecial ? '/' : '';
      if (old < SEARCH && state > SEARCH) result.search ??= '';
    }
    this.state = state;
    this.index += skipped;
    this.componentStart = this.index;
    return true;
  }

  rewind(state) {
    this.index = this.componentStart;
    this.state = state;
    return true;
  }

  component() {
    return StringPrototypeSlice(this.input, this.tokenAt(this.componentStart).index, this.tokens[this.index].index);
  }

  tokenAt(index) {
    return this.tokens[index < this.tokens.length ? index : this.tokens.length - 1];
  }

  isCharacter(character, index = this.index) {
    const { type, value } = this.tokenAt(index);
    return value === character && (type === CHAR || type === ESCAPED_CHAR || type === INVALID_CHAR);
  }

  // A question mark behind something that may come or not says that it may.
  isSearchPrefix() {
    if (this.isCharacter('?')) return true;
    if (this.tokens[this.index].value !== '?') return false;
    if (this.index === 0) return true;
    const { type } = this.tokens[this.index - 1];
    return type !== NAME && type !== REGEXP && type !== CLOSE && type !== ASTERISK;
  }
}

module.exports = { parseConstructorString };
