'use strict';

// URLSearchParams: an ordered list of name and value, alone or belonging to a URL that follows it.

const {
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  FunctionPrototypeCall,
  Iterator,
  ObjectDefineProperties,
  ObjectSetPrototypeOf,
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  StringPrototypeSlice,
  StringPrototypeToWellFormed,
  SymbolFor,
  SymbolIterator,
  SymbolToStringTag,
  TypeError,
} = primordials;

const {
  codes: { ERR_ARG_NOT_ITERABLE, ERR_INVALID_THIS, ERR_INVALID_TUPLE, ERR_MISSING_ARGS },
} = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { parsePairs, serializePairs } = require('internal/url/form_encoding');

const kInspect = SymbolFor('nodejs.util.inspect.custom');

// The two doors for URL, which shares the list; set by the class below.
let attach;
let replaceAll;
let pairsOf;

function toUSVString(value) {
  // Said here because the engine words it differently.
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return StringPrototypeToWellFormed(`${value}`);
}

class URLSearchParams {
  #pairs = [];
  #onChange = null;

  static {
    attach = (params, onChange) => { params.#onChange = onChange; };
    replaceAll = (params, query) => { params.#pairs = parsePairs(query); };
    pairsOf = (params) => params.#pairs;
  }

  constructor(init = undefined) {
    if (init === undefined || init === null) return;
    if (typeof init === 'object' || typeof init === 'function') {
      const method = init[SymbolIterator];
      if (isParams(init) && method === URLSearchParams.prototype[SymbolIterator]) {
        this.#pairs = ArrayPrototypeSlice(init.#pairs);
      } else if (method === undefined || method === null) {
        this.#fromRecord(init);
      } else {
        if (typeof method !== 'function') throw new ERR_ARG_NOT_ITERABLE('Query pairs');
        this.#fromPairs(init);
      }
    } else {
      const text = toUSVString(init);
      this.#pairs = parsePairs(text[0] === '?' ? StringPrototypeSlice(text, 1) : text);
    }
  }

  #fromPairs(sequence) {
    for (const pair of sequence) { // iterable: the program's
      if (pair === null || pair === undefined || typeof pair[SymbolIterator] !== 'function') {
        throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
      }
      if ((typeof pair !== 'object' && typeof pair !== 'function')) {
        throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
      }
      const values = [];
      for (const value of pair) ArrayPrototypePush(values, toUSVString(value)); // iterable: the program's
      if (values.length !== 2) throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
      ArrayPrototypePush(this.#pairs, values[0], values[1]);
    }
  }

  #fromRecord(record) {
    // Two keys may become one when made well-formed: the later value wins, the first place stays.
    const places = { __proto__: null };
    const keys = ReflectOwnKeys(record);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      const descriptor = ReflectGetOwnPropertyDescriptor(record, key);
      if (descriptor === undefined || !descriptor.enumerable) continue;
      const name = toUSVString(key);
      const value = toUSVString(record[key]);
      if (places[name] !== undefined) {
        this.#pairs[places[name]] = value;
      } else {
        places[name] = ArrayPrototypePush(this.#pairs, name, value) - 1;
      }
    }
  }

  #changed() {
    if (this.#onChange !== null) this.#onChange(serializePairs(this.#pairs));
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#pairs in value)) {
      throw new ERR_INVALID_THIS('URLSearchParams');
    }
  }

  static isParams(value) {
    return (typeof value === 'object' || typeof value === 'function') && #pairs in value;
  }

  get size() {
    URLSearchParams.#check(this);
    return this.#pairs.length / 2;
  }

  append(name, value) {
    URLSearchParams.#check(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    ArrayPrototypePush(this.#pairs, toUSVString(name), toUSVString(value));
    this.#changed();
  }

  delete(name, value = undefined) {
    URLSearchParams.#check(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = toUSVString(name);
    if (value !== undefined) value = toUSVString(value);
    this.#pairs = this.#filtered((key, other) => key !== name || (value !== undefined && other !== value));
    this.#changed();
  }

  #filtered(keep) {
    const pairs = this.#pairs;
    const kept = [];
    for (let i = 0; i < pairs.length; i += 2) {
      if (keep(pairs[i], pairs[i + 1])) ArrayPrototypePush(kept, pairs[i], pairs[i + 1]);
    }
    return kept;
  }

  get(name) {
    URLSearchParams.#check(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = toUSVString(name);
    for (let i = 0; i < this.#pairs.length; i += 2) {
      if (this.#pairs[i] === name) return this.#pairs[i + 1];
    }
    return null;
  }

  getAll(name) {
    URLSearchParams.#check(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = toUSVString(name);
    const values = [];
    for (let i = 0; i < this.#pairs.length; i += 2) {
      if (this.#pairs[i] === name) ArrayPrototypePush(values, this.#pairs[i + 1]);
    }
    return values;
  }

  has(name, value = undefined) {
    URLSearchParams.#check(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('name');
    name = toUSVString(name);
    if (value !== undefined) value = toUSVString(value);
    for (let i = 0; i < this.#pairs.length; i += 2) {
      if (this.#pairs[i] === name && (value === undefined || this.#pairs[i + 1] === value)) return true;
    }
    return false;
  }

  set(name, value) {
    URLSearchParams.#check(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('name', 'value');
    name = toUSVString(name);
    value = toUSVString(value);
    let found = false;
    const pairs = [];
    for (let i = 0; i < this.#pairs.length; i += 2) {
      const key = this.#pairs[i];
      if (key !== name) {
        ArrayPrototypePush(pairs, key, this.#pairs[i + 1]);
      } else if (!found) {
        found = true;
        ArrayPrototypePush(pairs, name, value);
      }
    }
    if (!found) ArrayPrototypePush(pairs, name, value);
    this.#pairs = pairs;
    this.#changed();
  }

  sort() {
    URLSearchParams.#check(this);
    const entries = [];
    for (let i = 0; i < this.#pairs.length; i += 2) {
      ArrayPrototypePush(entries, [this.#pairs[i], this.#pairs[i + 1]]);
    }
    entries.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    this.#pairs = entries.flat();
    this.#changed();
  }

  entries() {
    URLSearchParams.#check(this);
    return new ParamsIterator(this, 'entries');
  }

  forEach(callback, thisArg = undefined) {
    URLSearchParams.#check(this);
    validateFunction(callback, 'callback');
    for (let i = 0; i < this.#pairs.length; i += 2) {
      FunctionPrototypeCall(callback, thisArg, this.#pairs[i + 1], this.#pairs[i], this);
    }
  }

  keys() {
    URLSearchParams.#check(this);
    return new ParamsIterator(this, 'keys');
  }

  values() {
    URLSearchParams.#check(this);
    return new ParamsIterator(this, 'values');
  }

  toString() {
    URLSearchParams.#check(this);
    return serializePairs(this.#pairs);
  }

  [kInspect](depth, options, inspect) {
    URLSearchParams.#check(this);
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    const shown = [];
    for (let i = 0; i < this.#pairs.length; i += 2) {
      const inner = innerOptions(depth, options);
      ArrayPrototypePush(shown, `${inspect(this.#pairs[i], inner)} => ${inspect(this.#pairs[i + 1], inner)}`);
    }
    return shown.length === 0 ? `${this.constructor.name} {}` : framed(this.constructor.name, shown, options);
  }
}

const { isParams } = URLSearchParams;
delete URLSearchParams.isParams;

function innerOptions(depth, options) {
  const inner = { ...options };
  if (depth !== null) inner.depth = depth - 1;
  return inner;
}

// `Name { a, b }` on one line, or one item per line where it does not fit.
function framed(name, items, options) {
  let length = -2;
  for (let i = 0; i < items.length; i++) {
    length += items[i].replace(/\x1b\[\d\d?m/g, '').length + 2;
  }
  if (length <= options.breakLength) return `${name} { ${items.join(', ')} }`;
  return `${name} {\n  ${items.join(',\n  ')} }`;
}

class ParamsIterator {
  #params;
  #kind;
  #index = 0;

  constructor(params, kind) {
    this.#params = params;
    this.#kind = kind;
  }

  next() {
    if (typeof this !== 'object' || this === null || !(#params in this)) {
      throw new ERR_INVALID_THIS('URLSearchParamsIterator');
    }
    const pairs = pairsOf(this.#params);
    const index = this.#index;
    if (index >= pairs.length) return { value: undefined, done: true };
    this.#index += 2;
    return { value: this.#item(pairs, index), done: false };
  }

  #item(pairs, index) {
    if (this.#kind === 'keys') return pairs[index];
    return this.#kind === 'values' ? pairs[index + 1] : [pairs[index], pairs[index + 1]];
  }

  [kInspect](depth, options, inspect) {
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    const pairs = pairsOf(this.#params);
    const shown = [];
    for (let i = this.#index; i < pairs.length; i += 2) {
      ArrayPrototypePush(shown, inspect(this.#item(pairs, i), innerOptions(depth, options)));
    }
    return framed(this[SymbolToStringTag], shown, options);
  }
}

delete ParamsIterator.prototype.constructor;
ObjectSetPrototypeOf(ParamsIterator.prototype, Iterator.prototype);
const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(ParamsIterator.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URLSearchParams Iterator' },
  next: enumerable,
});

ObjectDefineProperties(URLSearchParams.prototype, {
  append: enumerable,
  delete: enumerable,
  get: enumerable,
  getAll: enumerable,
  has: enumerable,
  set: enumerable,
  sort: enumerable,
  size: enumerable,
  entries: enumerable,
  forEach: enumerable,
  keys: enumerable,
  values: enumerable,
  toString: enumerable,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URLSearchParams' },
  [SymbolIterator]: {
    __proto__: null,
    configurable: true,
    writable: true,
    value: URLSearchParams.prototype.entries,
  },
});

module.exports = { URLSearchParams, attach, replaceAll };
