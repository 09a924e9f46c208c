// Headers: names and values of a request or a response, by lower-case name, in order of the names when they are walked.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeSlice, FunctionPrototypeCall, JSONStringify, ObjectDefineProperties, ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys, StringPrototypeToLowerCase, SymbolFor, SymbolIterator, SymbolToStringTag, TypeError,
} = primordials;

const { byteString, illegalInvocation, makeIterable, needArguments } = require('web/fetch/conversions');
const { HeaderList, isToken, isValue, trimValue } = require('web/fetch/header_list');

const kList = {};

let has;
let listIn;
let isImmutable;

class Headers {
  #list;
  #isImmutable = false;

  static {
    has = (value) => value !== null && typeof value === 'object' && #list in value;
    listIn = (headers) => headers.#list;
    isImmutable = (headers) => headers.#isImmutable;
  }

  constructor(init = undefined) {
    // Only the builtins have the key to make a face over a list that exists.
    if (init === kList) {
      this.#list = arguments[1];
      this.#isImmutable = arguments[2];
      return;
    }
    this.#list = new HeaderList();
    if (init !== undefined) fill(this.#list, init);
  }

  append(name, value) {
    const list = changeable(this, 'append', arguments.length, 2, name);
    append(list, byteString(name, 'Headers.append', 'name'), byteString(value, 'Headers.append', 'value'), 'Headers.append', this);
  }

  delete(name) {
    const list = changeable(this, 'delete', arguments.length, 1, name);
    const lower = nameOf(name, 'Headers.delete');
    refuseImmutable(this);
    list.delete(lower);
  }

  get(name) {
    return changeable(this, 'get', arguments.length, 1, name).get(nameOf(name, 'Headers.get'));
  }

  has(name) {
    return changeable(this, 'has', arguments.length, 1, name).has(nameOf(name, 'Headers.has'));
  }

  set(name, value) {
    const list = changeable(this, 'set', arguments.length, 2, name);
    const key = byteString(name, 'Headers.set', 'name');
    const text = trimValue(byteString(value, 'Headers.set', 'value'));
    if (!isToken(key)) throw new TypeError(`Headers.set: ${JSONStringify(key)} is an invalid header name.`);
    if (!isValue(text)) throw new TypeError(`Headers.set: "${text}" is an invalid header value.`);
    refuseImmutable(this);
    list.set(key, text);
  }

  getSetCookie() {
    return ArrayPrototypeSlice(listOf(this).cookies);
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    const shown = {};
    listOf(this).forEach((name, value) => { shown[name] = value; });
    return `Headers ${inspect(shown, options)}`;
  }
}

makeIterable(Headers, (headers, index) => {
  const list = listOf(headers);
  return index < 0 ? undefined : list.sorted()[index];
});
const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Headers.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'Headers', configurable: true },
  append: enumerable,
  delete: enumerable,
  get: enumerable,
  has: enumerable,
  set: enumerable,
  getSetCookie: enumerable,
});

function listOf(value) {
  if (!has(value)) throw illegalInvocation();
  return listIn(value);
}

function changeable(self, method, count, needed) {
  const list = listOf(self);
  needArguments(count, needed, `Headers.${method}`);
  return list;
}

function refuseImmutable(headers) {
  if (isImmutable(headers)) throw new TypeError('immutable');
}

function nameOf(name, where) {
  const text = byteString(name, where, 'name');
  if (!isToken(text)) throw new TypeError(`${where}: ${JSONStringify(text)} is an invalid header name.`);
  return StringPrototypeToLowerCase(text);
}

function append(list, name, value, where, headers = undefined) {
  const text = trimValue(value);
  if (!isToken(name)) throw new TypeError(`${where}: ${JSONStringify(name)} is an invalid header name.`);
  if (!isValue(text)) throw new TypeError(`${where}: "${text}" is an invalid header value.`);
  if (headers !== undefined) refuseImmutable(headers);
  list.append(name, text);
}

function fill(list, init) {
  if (init === null || (typeof init !== 'object' && typeof init !== 'function')) {
    throw new TypeError('Headers constructor: Argument 1 could not be converted to one of: ' +
      'sequence<sequence<ByteString>>, record<ByteString, ByteString>.');
  }
  if (has(init) && init[SymbolIterator] === Headers.prototype.entries) {
    const pairs = listIn(init).sorted();
    for (let i = 0; i < pairs.length; i++) list.append(pairs[i][0], pairs[i][1]);
    return;
  }
  const method = init[SymbolIterator];
  if (typeof method === 'function') fillFromPairs(list, init, method);
  else fillFromRecord(list, init);
}

function fillFromPairs(list, init, method) {
  const pairs = [];
  const iterator = FunctionPrototypeCall(method, init);
  for (let step = iterator.next(), i = 0; !step.done; step = iterator.next(), i++) {
    const pair = step.value;
    if (pair === null || typeof pair !== 'object' || typeof pair[SymbolIterator] !== 'function') {
      throw new TypeError(`Headers constructor: init[${i}] (${typeof pair === 'string' ? `"${pair}"` : `${pair}`}) is not iterable.`);
    }
    const words = [...pair]; // iterable: the program's
    for (let j = 0; j < words.length; j++) words[j] = byteString(words[j], 'Headers constructor', `init[${i}][${j}]`);
    ArrayPrototypePush(pairs, words);
  }
  for (let i = 0; i < pairs.length; i++) {
    const { length } = pairs[i];
    if (length !== 2) throw new TypeError(`Headers constructor: expected name/value pair to be length 2, found ${length}.`);
    append(list, pairs[i][0], pairs[i][1], 'Headers.append');
  }
}

function fillFromRecord(list, init) {
  const pairs = [];
  const keys = ReflectOwnKeys(init);
  for (let i = 0; i < keys.length; i++) {
    const isShown = ReflectGetOwnPropertyDescriptor(init, keys[i])?.enumerable;
    // A function's own name and length count in Node.
    if (!isShown && (typeof init !== 'function' || keys[i] === 'prototype')) continue;
    const name = byteString(keys[i], 'Headers constructor', 'init');
    ArrayPrototypePush(pairs, [name, byteString(init[keys[i]], 'Headers constructor', name)]);
  }
  for (let i = 0; i < pairs.length; i++) append(list, pairs[i][0], pairs[i][1], 'Headers.append');
}

// A Headers object over a list.
function headersOver(list, immutable = false) {
  return new Headers(kList, list, immutable);
}

module.exports = { Headers, fill, headersOver, listOf };
