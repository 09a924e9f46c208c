// FormData: names with strings or files, in the order in which they came.
'use strict';

const {
  ArrayPrototypeFilter, ArrayPrototypeFindIndex, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSome, ArrayPrototypeSplice, DateNow,
  ObjectDefineProperties, SymbolFor, SymbolToStringTag, TypeError,
} = primordials;

const { File, isBlob } = require('internal/buffer/blob');
const { illegalInvocation, makeIterable, needArguments, scalarString } = require('web/fetch/conversions');

let has;
let entriesIn;

class FormData {
  #entries = [];

  static {
    has = (value) => value !== null && typeof value === 'object' && #entries in value;
    entriesIn = (form) => form.#entries;
  }

  constructor(form = undefined) {
    if (form !== undefined) throw new TypeError('FormData constructor: Argument 1 could not be converted to: undefined.');
  }

  append(name, value, filename = undefined) {
    const entries = entriesOf(this);
    needArguments(arguments.length, 2, 'FormData.append');
    ArrayPrototypePush(entries, entryOf('append', name, value, filename, arguments.length));
  }

  delete(name) {
    const entries = entriesOf(this);
    needArguments(arguments.length, 1, 'FormData.delete');
    const key = scalarString(name);
    this.#entries = ArrayPrototypeFilter(entries, (entry) => entry[0] !== key);
  }

  get(name) {
    const entries = entriesOf(this);
    needArguments(arguments.length, 1, 'FormData.get');
    const key = scalarString(name);
    const index = ArrayPrototypeFindIndex(entries, (entry) => entry[0] === key);
    return index === -1 ? null : entries[index][1];
  }

  getAll(name) {
    const entries = entriesOf(this);
    needArguments(arguments.length, 1, 'FormData.getAll');
    const key = scalarString(name);
    return ArrayPrototypeMap(ArrayPrototypeFilter(entries, (entry) => entry[0] === key), (entry) => entry[1]);
  }

  has(name) {
    const entries = entriesOf(this);
    needArguments(arguments.length, 1, 'FormData.has');
    const key = scalarString(name);
    return ArrayPrototypeSome(entries, (entry) => entry[0] === key);
  }

  // Takes the place of the first of that name and of all others.
  set(name, value, filename = undefined) {
    const entries = entriesOf(this);
    needArguments(arguments.length, 2, 'FormData.set');
    const entry = entryOf('set', name, value, filename, arguments.length);
    const index = ArrayPrototypeFindIndex(entries, (other) => other[0] === entry[0]);
    if (index === -1) {
      ArrayPrototypePush(entries, entry);
      return;
    }
    this.#entries = ArrayPrototypeFilter(entries, (other, i) => i <= index || other[0] !== entry[0]);
    ArrayPrototypeSplice(this.#entries, index, 1, entry);
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    const shown = {};
    const entries = entriesOf(this);
    for (let i = 0; i < entries.length; i++) {
      const { 0: name, 1: value } = entries[i];
      shown[name] = shown[name] === undefined ? value : [].concat(shown[name], value);
    }
    const text = inspect(shown, options);
    return `FormData ${text}`;
  }
}

makeIterable(FormData, (form, index) => {
  const entries = entriesOf(form);
  return index < 0 ? undefined : entries[index];
});
const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(FormData.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'FormData', configurable: true },
  append: enumerable,
  delete: enumerable,
  get: enumerable,
  getAll: enumerable,
  has: enumerable,
  set: enumerable,
});

function entriesOf(value) {
  if (!has(value)) throw illegalInvocation();
  return entriesIn(value);
}

function entryOf(method, name, value, filename, count) {
  const key = scalarString(name);
  if (!isBlob(value)) {
    if (count > 2) throw new TypeError(`FormData.${method}: Expected value (""${value}"") to be an instance of Blob.`);
    return [key, scalarString(value)];
  }
  if (filename === undefined && value instanceof File) return [key, value];
  const lastModified = value instanceof File ? value.lastModified : DateNow();
  const title = filename === undefined ? 'blob' : scalarString(filename);
  return [key, new File([value], title, { __proto__: null, type: value.type, lastModified })];
}

module.exports = { FormData, entriesOf, isFormData: has };
