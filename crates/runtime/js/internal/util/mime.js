// `util.MIMEType` and `util.MIMEParams`: media types as the MIME Sniffing standard reads and writes them.
'use strict';

const {
  ArrayPrototypePush, ObjectDefineProperty, RegExpPrototypeExec, RegExpPrototypeSymbolReplace, SafeMap, StringPrototypeCharCodeAt, StringPrototypeIndexOf,
  StringPrototypeSlice, StringPrototypeToLowerCase, SymbolIterator,
} = primordials;

const { codes: { ERR_INVALID_MIME_SYNTAX } } = require('internal/errors');

const NO_TOKEN = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const SPACE_BEFORE = /^[\r\n\t ]*/;
const SPACE_AFTER = /[\r\n\t ]*$/;

const withoutSpaceBefore = (text) => RegExpPrototypeSymbolReplace(SPACE_BEFORE, text, '');
const withoutSpaceAfter = (text) => RegExpPrototypeSymbolReplace(SPACE_AFTER, text, '');

const search = (pattern, text) => RegExpPrototypeExec(pattern, text)?.index ?? -1;

function checkToken(what, text, whole) {
  const at = search(NO_TOKEN, text);
  if (at !== -1 || text === '') throw new ERR_INVALID_MIME_SYNTAX(what, whole, at);
  return StringPrototypeToLowerCase(text);
}

const isToken = (text) => text !== '' && search(NO_TOKEN, text) === -1;

// What stands before `end` from `from` on, or all that is left, and where it ends.
function until(text, end, from) {
  const at = StringPrototypeIndexOf(text, end, from);
  const stop = at === -1 ? text.length : at;
  return { __proto__: null, part: StringPrototypeSlice(text, from, stop), stop };
}

// The text between quotes, the first of which is at `from`; one that is never closed ends with the text.
function quoted(text, from) {
  let part = '';
  let at = from + 1;
  for (; at < text.length && text[at] !== '"'; at++) {
    // A backslash at the very end stands for itself.
    if (text[at] === '\\' && at + 1 < text.length) at++;
    part += text[at];
  }
  return { __proto__: null, part, stop: until(text, ';', at).stop };
}

function written(value) {
  if (isToken(value)) return value;
  return `"${RegExpPrototypeSymbolReplace(/["\\]/g, value, '\\$&')}"`;
}

function namesOf(values) {
  const names = [];
  values.forEach((_, name) => ArrayPrototypePush(names, name));
  return names;
}

let readParams;

class MIMEParams {
  #values = new SafeMap();

  delete(name) {
    this.#values.delete(StringPrototypeToLowerCase(`${name}`));
  }

  get(name) {
    return this.#values.get(StringPrototypeToLowerCase(`${name}`)) ?? null;
  }

  has(name) {
    return this.#values.has(StringPrototypeToLowerCase(`${name}`));
  }

  set(name, value) {
    name = `${name}`;
    value = `${value}`;
    const key = checkToken('parameter name', name, name);
    const at = search(NO_VALUE, value);
    if (at !== -1) throw new ERR_INVALID_MIME_SYNTAX('parameter value', value, at);
    this.#values.set(key, value);
  }

  *entries() {
    const names = namesOf(this.#values);
    for (let i = 0; i < names.length; i++) yield [names[i], this.#values.get(names[i])];
  }

  *keys() {
    const names = namesOf(this.#values);
    for (let i = 0; i < names.length; i++) yield names[i];
  }

  *values() {
    const names = namesOf(this.#values);
    for (let i = 0; i < names.length; i++) yield this.#values.get(names[i]);
  }

  toString() {
    let text = '';
    this.#values.forEach((value, name) => { text += `${text === '' ? '' : ';'}${name}=${written(value)}`; });
    return text;
  }

  // Reads what follows the first semicolon of a type. What is wrong in it is passed over; the first of a name counts.
  static {
    readParams = (text) => {
      const params = new MIMEParams();
      let at = 0;
      while (at < text.length) {
        const { part, stop } = until(text, ';', at);
        const equals = StringPrototypeIndexOf(part, '=');
        const name = StringPrototypeToLowerCase(withoutSpaceBefore(equals === -1 ? part : StringPrototypeSlice(part, 0, equals)));
        let value = '';
        let end = stop;
        if (equals !== -1) {
          const start = at + equals + 1;
          const isQuoted = StringPrototypeCharCodeAt(text, start) === 0x22;
          if (isQuoted) ({ part: value, stop: end } = quoted(text, start));
          else value = withoutSpaceAfter(StringPrototypeSlice(text, start, stop));
          const isGood = isToken(name) && (isQuoted || value !== '') && search(NO_VALUE, value) === -1;
          if (isGood && !params.#values.has(name)) params.#values.set(name, value);
        }
        at = end + 1;
      }
      return params;
    };
  }
}

class MIMEType {
  #type;
  #subtype;
  #params;

  constructor(input) {
    const whole = `${input}`;
    const text = withoutSpaceAfter(withoutSpaceBefore(whole));
    const { part: type, stop: slash } = until(text, '/', 0);
    if (slash === text.length) throw new ERR_INVALID_MIME_SYNTAX('type', whole, -1);
    this.#type = checkToken('type', type, whole);
    const { part: subtype, stop: semicolon } = until(text, ';', slash + 1);
    this.#subtype = checkToken('subtype', withoutSpaceAfter(subtype), whole);
    this.#params = readParams(StringPrototypeSlice(text, semicolon + 1));
  }

  static parse(input) {
    try {
      return new MIMEType(input);
    } catch (error) {
      if (error.code !== 'ERR_INVALID_MIME_SYNTAX') throw error;
      return null;
    }
  }

  get type() { return this.#type; }
  set type(value) {
    value = `${value}`;
    this.#type = checkToken('type', value, value);
  }

  get subtype() { return this.#subtype; }
  set subtype(value) {
    value = `${value}`;
    this.#subtype = checkToken('subtype', value, value);
  }

  get essence() { return `${this.#type}/${this.#subtype}`; }

  get params() { return this.#params; }

  toString() {
    const params = this.#params.toString();
    return params === '' ? this.essence : `${this.essence};${params}`;
  }
}

const hidden = (value) => ({ __proto__: null, value, writable: true, enumerable: false, configurable: true });
ObjectDefineProperty(MIMEParams.prototype, 'toJSON', hidden(MIMEParams.prototype.toString));
ObjectDefineProperty(MIMEParams.prototype, SymbolIterator, hidden(MIMEParams.prototype.entries));
ObjectDefineProperty(MIMEType.prototype, 'toJSON', hidden(MIMEType.prototype.toString));

module.exports = { MIMEType, MIMEParams };
