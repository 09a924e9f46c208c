// The list of headers behind a Headers object, a request on its way or a response that arrived: names in any case, values joined,
// cookies one by one.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeSort, RegExpPrototypeExec, SafeMap, StringPrototypeReplace, StringPrototypeToLowerCase } = primordials;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const NOT_IN_VALUE = /[\0\r\n]/;
const AROUND = /^[\t\n\r ]+|[\t\n\r ]+$/g;

class Entry {
  constructor(name, value) {
    this.name = name;
    this.value = value;
  }
}

class HeaderList {
  // Entries by lower-case name.
  #map = new SafeMap();
  #cookies = [];
  #sorted = null;

  get isEmpty() {
    return this.#map.size === 0;
  }

  get cookies() {
    return this.#cookies;
  }

  has(lower) {
    return this.#map.has(lower);
  }

  get(lower) {
    return this.#map.get(lower)?.value ?? null;
  }

  append(name, value) {
    this.#sorted = null;
    const lower = StringPrototypeToLowerCase(name);
    const known = this.#map.get(lower);
    if (lower === 'set-cookie') ArrayPrototypePush(this.#cookies, value);
    if (known === undefined) this.#map.set(lower, new Entry(name, value));
    else known.value = `${known.value}${lower === 'cookie' ? '; ' : ', '}${value}`;
  }

  set(name, value) {
    this.#sorted = null;
    const lower = StringPrototypeToLowerCase(name);
    if (lower === 'set-cookie') this.#cookies = [value];
    this.#map.set(lower, new Entry(name, value));
  }

  delete(lower) {
    this.#sorted = null;
    if (lower === 'set-cookie') this.#cookies = [];
    this.#map.delete(lower);
  }

  clear() {
    this.#sorted = null;
    this.#cookies = [];
    this.#map.clear();
  }

  // Calls with each name as it was written, its value and its lower-case name.
  forEach(callback) {
    this.#map.forEach(({ name, value }, lower) => callback(name, value, lower));
  }

  copy() {
    const copy = new HeaderList();
    this.#map.forEach(({ name, value }, lower) => {
      if (lower !== 'set-cookie') {
        copy.append(name, value);
        return;
      }
      for (let i = 0; i < this.#cookies.length; i++) copy.append(name, this.#cookies[i]);
    });
    return copy;
  }

  // Pairs by lower-case name, in order of the names, with a pair for each cookie.
  sorted() {
    if (this.#sorted !== null) return this.#sorted;
    const pairs = [];
    this.#map.forEach(({ value }, lower) => {
      if (lower !== 'set-cookie') {
        ArrayPrototypePush(pairs, [lower, value]);
        return;
      }
      for (let i = 0; i < this.#cookies.length; i++) ArrayPrototypePush(pairs, [lower, this.#cookies[i]]);
    });
    return this.#sorted = ArrayPrototypeSort(pairs, (a, b) => (a[0] < b[0] ? -1 : a[0] === b[0] ? 0 : 1));
  }
}

function isToken(text) {
  return RegExpPrototypeExec(TOKEN, text) !== null;
}

function isValue(text) {
  return RegExpPrototypeExec(NOT_IN_VALUE, text) === null;
}

function trimValue(text) {
  return StringPrototypeReplace(text, AROUND, '');
}

module.exports = { HeaderList, isToken, isValue, trimValue };
