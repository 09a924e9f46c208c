// DOMStringMap: the `data-…` attributes of an element by their short names.
'use strict';

const {
  ArrayPrototypePush, ObjectDefineProperty, Proxy, StringPrototypeSlice, StringPrototypeStartsWith,
  StringPrototypeToLowerCase, StringPrototypeToUpperCase, SymbolToStringTag,
} = primordials;

const { stateOf } = require('web/dom/node_state');
const { guard, key } = require('web/dom/construction');
const { replaceEach } = require('web/dom/names');

const PREFIX = 'data-';
const UPPER = /[A-Z]/g;
const DASHED = /-[a-z]/g;

function attributeOf(name) {
  return PREFIX + replaceEach(name, UPPER, (match) => `-${StringPrototypeToLowerCase(match[0])}`);
}

function shortName(attribute) {
  return replaceEach(StringPrototypeSlice(attribute, PREFIX.length), DASHED, (match) => StringPrototypeToUpperCase(match[0][1]));
}

class DOMStringMap {
  constructor(given) {
    guard(given);
  }
}
ObjectDefineProperty(DOMStringMap.prototype, SymbolToStringTag, { __proto__: null, value: 'DOMStringMap', configurable: true });

function createDataset(element) {
  const { attributes } = stateOf(element);
  const has = (name) => typeof name === 'string' && attributes.has(attributeOf(name));
  return new Proxy(new DOMStringMap(key), {
    __proto__: null,
    get: (target, name) => (has(name) ? attributes.get(attributeOf(name)) : target[name]),
    set(_target, name, value) {
      require('web/dom/element').setAttribute(element, attributeOf(`${name}`), `${value}`);
      return true;
    },
    has: (target, name) => has(name) || name in target,
    deleteProperty(_target, name) {
      require('web/dom/element').removeAttribute(element, attributeOf(`${name}`));
      return true;
    },
    ownKeys() {
      const keys = [];
      attributes.forEach((_value, name) => {
        if (StringPrototypeStartsWith(name, PREFIX)) ArrayPrototypePush(keys, shortName(name));
      });
      return keys;
    },
    getOwnPropertyDescriptor(_target, name) {
      if (!has(name)) return undefined;
      return { value: attributes.get(attributeOf(name)), writable: true, enumerable: true, configurable: true };
    },
  });
}

module.exports = { DOMStringMap, createDataset };
