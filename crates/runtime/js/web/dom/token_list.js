// DOMTokenList: the words of an attribute, as classList.
'use strict';

const {
  ArrayPrototypeIndexOf, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSplice, ObjectDefineProperty, Proxy, ReflectApply,
  ReflectGet, RegExpPrototypeExec, SymbolIterator, SymbolToStringTag,
} = primordials;

const { stateOf } = require('web/dom/node_state');
const { makeSlot } = require('web/dom/slots');
const { guard, key } = require('web/dom/construction');
const { splitTokens } = require('web/dom/names');
const { DOMException } = require('internal/errors/dom_exception');

const slot = makeSlot();
const SPACE = /[ \t\n\f\r]/;

function check(token) {
  if (token === '') throw new DOMException('The token provided must not be empty.', 'SyntaxError');
  if (RegExpPrototypeExec(SPACE, token) !== null) {
    throw new DOMException(`The token provided ('${token}') contains HTML space characters, which are not valid in tokens.`,
      'InvalidCharacterError');
  }
  return token;
}

function tokensOf(list) {
  const { element, name } = slot.of(list);
  return splitTokens(stateOf(element).attributes.get(name) ?? '');
}

// An attribute that is not there stays away while there is nothing to say.
function write(list, tokens) {
  const { element, name } = slot.of(list);
  if (tokens.length === 0 && !stateOf(element).attributes.has(name)) return;
  require('web/dom/element').setAttribute(element, name, ArrayPrototypeJoin(tokens, ' '));
}

class DOMTokenList {
  constructor(given) {
    guard(given);
  }

  get length() { return tokensOf(this).length; }
  get value() {
    const { element, name } = slot.of(this);
    return stateOf(element).attributes.get(name) ?? '';
  }

  set value(value) {
    const { element, name } = slot.of(this);
    require('web/dom/element').setAttribute(element, name, `${value}`);
  }

  item(index) {
    return tokensOf(this)[index >>> 0] ?? null;
  }

  contains(token) {
    return ArrayPrototypeIndexOf(tokensOf(this), `${token}`) !== -1;
  }

  add(...added) {
    const tokens = tokensOf(this);
    for (let i = 0; i < added.length; i++) {
      const token = check(`${added[i]}`);
      if (ArrayPrototypeIndexOf(tokens, token) === -1) ArrayPrototypePush(tokens, token);
    }
    write(this, tokens);
  }

  remove(...removed) {
    const tokens = tokensOf(this);
    for (let i = 0; i < removed.length; i++) {
      const at = ArrayPrototypeIndexOf(tokens, check(`${removed[i]}`));
      if (at !== -1) ArrayPrototypeSplice(tokens, at, 1);
    }
    write(this, tokens);
  }

  toggle(token, force = undefined) {
    const wanted = check(`${token}`);
    const tokens = tokensOf(this);
    const at = ArrayPrototypeIndexOf(tokens, wanted);
    const isToBe = force === undefined ? at === -1 : !!force;
    if (isToBe === (at !== -1)) return isToBe;
    if (isToBe) ArrayPrototypePush(tokens, wanted);
    else ArrayPrototypeSplice(tokens, at, 1);
    write(this, tokens);
    return isToBe;
  }

  replace(old, token) {
    const tokens = tokensOf(this);
    const at = ArrayPrototypeIndexOf(tokens, check(`${old}`));
    const wanted = check(`${token}`);
    if (at === -1) return false;
    const other = ArrayPrototypeIndexOf(tokens, wanted);
    tokens[at] = wanted;
    if (other !== -1 && other !== at) ArrayPrototypeSplice(tokens, other > at ? other : at, 1);
    write(this, tokens);
    return true;
  }

  forEach(callback, thisArg = undefined) {
    const tokens = tokensOf(this);
    for (let i = 0; i < tokens.length; i++) ReflectApply(callback, thisArg, [tokens[i], i, this]);
  }

  toString() {
    return this.value;
  }

  *[SymbolIterator]() {
    const tokens = tokensOf(this);
    for (let i = 0; i < tokens.length; i++) yield tokens[i];
  }
}
ObjectDefineProperty(DOMTokenList.prototype, SymbolToStringTag, { __proto__: null, value: 'DOMTokenList', configurable: true });

function createTokenList(element, name) {
  const list = new Proxy(new DOMTokenList(key), {
    __proto__: null,
    get(target, property, receiver) {
      if (typeof property === 'string' && +property >= 0) return tokensOf(receiver)[+property];
      return ReflectGet(target, property, receiver);
    },
  });
  slot.give(list, { element, name });
  return list;
}

module.exports = { DOMTokenList, createTokenList };
