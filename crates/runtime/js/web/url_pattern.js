// URLPattern: patterns of addresses, component by component. The grammar is native; the regular expression that it makes of a
// component is the engine's to run.
'use strict';

const {
  ObjectCreate, ObjectDefineProperties, ObjectDefineProperty, ReflectConstruct, RegExp, RegExpPrototypeExec, SymbolToStringTag, TypeError,
} = primordials;

const { parse, readInput } = internalBinding('url_pattern');

const COMPONENTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
const PARTS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash', 'baseURL'];

function failure(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// What is given as an address or a pattern, for the native half: a text, or the texts of the parts.
function readParts(input) {
  if (typeof input === 'string') return input;
  const parts = [];
  for (let i = 0; i < PARTS.length; i++) {
    const value = input[PARTS[i]];
    // As in Node, what is no text is not there.
    parts[i] = typeof value === 'string' ? value : undefined;
  }
  return parts;
}

let componentsOf;

class URLPattern {
  #components;
  #hasRegExpGroups;

  constructor(input = undefined, base = undefined, options = undefined) {
    if (input === undefined || input === null) input = {};
    if (typeof input !== 'string' && !isObject(input)) throw failure('ERR_INVALID_ARG_TYPE', 'Input must be an object or a string');
    if (base !== undefined && typeof base !== 'string' && !isObject(base)) {
      throw failure('ERR_INVALID_ARG_TYPE', 'second argument must be a string or object');
    }
    if (isObject(base)) {
      options = base;
      base = undefined;
    } else if (options !== undefined && !isObject(options)) {
      throw failure('ERR_INVALID_ARG_TYPE', 'options.ignoreCase must be an object');
    }
    const ignoreCase = readIgnoreCase(options);
    const parsed = parse(readParts(input), base, ignoreCase);
    if (parsed === undefined) throw failure('ERR_INVALID_URL_PATTERN', 'Failed to construct URLPattern');
    this.#hasRegExpGroups = parsed[1];
    this.#components = [];
    for (let i = 0; i < COMPONENTS.length; i++) {
      const { 0: pattern, 1: source, 2: names } = parsed[0][i];
      this.#components[i] = { __proto__: null, pattern, names, regExp: compile(source, ignoreCase) };
    }
  }

  static {
    componentsOf = (value) => {
      if (value === null || typeof value !== 'object' || !(#components in value)) throw new TypeError('Illegal invocation');
      return value.#components;
    };
  }

  get hasRegExpGroups() {
    componentsOf(this);
    return this.#hasRegExpGroups;
  }

  exec(input = undefined, base = undefined) {
    const components = componentsOf(this);
    const values = addressOf(input, base, 'exec');
    if (values === undefined) return null;
    const results = { __proto__: null };
    for (let i = 0; i < COMPONENTS.length; i++) {
      const match = RegExpPrototypeExec(components[i].regExp, values[i]);
      if (match === null) return null;
      const { names } = components[i];
      const groups = {};
      for (let at = 0; at < names.length; at++) define(groups, names[at], match[at + 1]);
      results[COMPONENTS[i]] = { groups, input: values[i] };
    }
    return {
      __proto__: null,
      hash: results.hash,
      hostname: results.hostname,
      inputs: base === undefined ? [input === undefined ? {} : input] : [input, base],
      password: results.password,
      pathname: results.pathname,
      port: results.port,
      protocol: results.protocol,
      search: results.search,
      username: results.username,
    };
  }

  test(input = undefined, base = undefined) {
    const components = componentsOf(this);
    const values = addressOf(input, base, 'test');
    if (values === undefined) return false;
    for (let i = 0; i < COMPONENTS.length; i++) {
      if (RegExpPrototypeExec(components[i].regExp, values[i]) === null) return false;
    }
    return true;
  }
}

function readIgnoreCase(options) {
  const ignoreCase = options?.ignoreCase;
  if (ignoreCase === undefined) return false;
  if (typeof ignoreCase !== 'boolean') throw failure('ERR_INVALID_ARG_TYPE', 'options.ignoreCase must be a boolean');
  return ignoreCase;
}

function compile(source, ignoreCase) {
  try {
    return new RegExp(source, ignoreCase ? 'iu' : 'u');
  } catch {
    throw failure('ERR_INVALID_URL_PATTERN', 'Failed to construct URLPattern');
  }
}

// The components of an address; undefined if it is none.
function addressOf(input, base, method) {
  if (input === undefined) input = {};
  if (typeof input !== 'string' && !isObject(input)) {
    throw failure('ERR_INVALID_ARG_TYPE', 'URLPattern input needs to be a string or an object');
  }
  if (base !== undefined && typeof base !== 'string') throw failure('ERR_INVALID_ARG_TYPE', 'baseURL must be a string');
  if (base !== undefined && isObject(input)) throw failure('ERR_OPERATION_FAILED', `Failed to ${method} URLPattern`);
  return readInput(readParts(input), base);
}

function define(object, name, value) {
  ObjectDefineProperty(object, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

const members = ObjectCreate(null);
for (let i = 0; i < COMPONENTS.length; i++) {
  // The engine makes a function's name part of what is printed; in Node these have none.
  const getter = (0, function() { return componentsOf(this)[i].pattern; });
  members[COMPONENTS[i]] = { __proto__: null, get: getter, enumerable: true, configurable: false };
}
members.hasRegExpGroups = { __proto__: null, enumerable: true, configurable: false };
members.exec = { __proto__: null, enumerable: true };
members.test = { __proto__: null, enumerable: true };
members[SymbolToStringTag] = { __proto__: null, value: 'URLPattern', configurable: true };
ObjectDefineProperties(URLPattern.prototype, members);
ObjectDefineProperty(URLPattern, 'length', { __proto__: null, value: 0, configurable: true });

// Called without `new` Node answers in its own words.
function URLPatternFace(...args) {
  if (new.target === undefined) throw failure('ERR_CONSTRUCT_CALL_REQUIRED', 'Cannot call constructor without `new`');
  return ReflectConstruct(URLPattern, args, new.target);
}
ObjectDefineProperties(URLPatternFace, {
  name: { __proto__: null, value: 'URLPattern', configurable: true },
  length: { __proto__: null, value: 0, configurable: true },
  prototype: { __proto__: null, value: URLPattern.prototype, writable: false },
});
ObjectDefineProperty(URLPattern.prototype, 'constructor', { __proto__: null, value: URLPatternFace, writable: true, configurable: true });

module.exports = { URLPattern: URLPatternFace };
