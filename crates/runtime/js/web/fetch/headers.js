// Headers: names and values of a request or a response, by lower-case name, in order of the names when they are walked.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeSort, ObjectDefineProperties, ObjectKeys, ReflectApply, RegExpPrototypeExec, SafeMap,
  StringPrototypeToLowerCase, StringPrototypeTrim, SymbolIterator, SymbolToStringTag, TypeError,
} = primordials;

const { makeSlot } = require('web/dom/slots');

const slot = makeSlot();
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const NOT_IN_VALUE = /[\0\r\n]|[^\0-\xff]/;

function nameOf(name) {
  const text = `${name}`;
  if (RegExpPrototypeExec(TOKEN, text) === null) throw new TypeError(`Invalid header name: ${text}`);
  return StringPrototypeToLowerCase(text);
}

function valueOf(value) {
  const text = StringPrototypeTrim(`${value}`);
  if (RegExpPrototypeExec(NOT_IN_VALUE, text) !== null) throw new TypeError(`Invalid header value: ${text}`);
  return text;
}

class Headers {
  constructor(init = undefined) {
    slot.give(this, new SafeMap());
    if (init !== undefined && init !== null) fill(this, init);
  }

  append(name, value) {
    append(slot.of(this), name, value);
  }

  delete(name) {
    slot.of(this).delete(nameOf(name));
  }

  get(name) {
    return slot.of(this).get(nameOf(name)) ?? null;
  }

  has(name) {
    return slot.of(this).has(nameOf(name));
  }

  set(name, value) {
    slot.of(this).set(nameOf(name), valueOf(value));
  }

  forEach(callback, thisArg = undefined) {
    const entries = sorted(this);
    for (let i = 0; i < entries.length; i++) ReflectApply(callback, thisArg, [entries[i][1], entries[i][0], this]);
  }

  *keys() {
    const entries = sorted(this);
    for (let i = 0; i < entries.length; i++) yield entries[i][0];
  }

  *values() {
    const entries = sorted(this);
    for (let i = 0; i < entries.length; i++) yield entries[i][1];
  }

  *entries() {
    const entries = sorted(this);
    for (let i = 0; i < entries.length; i++) yield entries[i];
  }
}

function append(map, name, value) {
  const key = nameOf(name);
  const old = map.get(key);
  map.set(key, old === undefined ? valueOf(value) : `${old}, ${valueOf(value)}`);
}

function fill(headers, init) {
  const map = slot.of(headers);
  if (slot.has(init)) {
    slot.of(init).forEach((value, name) => map.set(name, value));
  } else if (typeof init === 'object' && typeof init[SymbolIterator] === 'function') {
    for (const pair of init) { // iterable: the program's
      const { 0: name, 1: value, length } = [...pair]; // iterable: the program's
      if (length !== 2) throw new TypeError("Failed to construct 'Headers': Invalid value");
      append(map, name, value);
    }
  } else if (typeof init === 'object') {
    const names = ObjectKeys(init);
    for (let i = 0; i < names.length; i++) append(map, names[i], init[names[i]]);
  } else {
    throw new TypeError("Failed to construct 'Headers': " +
      "The provided value is not of type '(record<ByteString, ByteString> or sequence<sequence<ByteString>>)'.");
  }
}

function sorted(headers) {
  const entries = [];
  slot.of(headers).forEach((value, name) => ArrayPrototypePush(entries, [name, value]));
  return ArrayPrototypeSort(entries, (a, b) => (a[0] < b[0] ? -1 : 1));
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Headers.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'Headers', configurable: true },
  [SymbolIterator]: { __proto__: null, value: Headers.prototype.entries, writable: true, configurable: true },
  append: enumerable,
  delete: enumerable,
  get: enumerable,
  has: enumerable,
  set: enumerable,
  forEach: enumerable,
  keys: enumerable,
  values: enumerable,
  entries: enumerable,
});

module.exports = { Headers };
