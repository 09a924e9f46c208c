// URLPattern: patterns of addresses, component by component. https://urlpattern.spec.whatwg.org/
//
// A pattern is cut into components (`constructor_string.js`, `init.js`), each into parts (`tokenizer.js`, `parts.js`), and those are
// made one regular expression (`component.js`), which the engine runs.
'use strict';

const {
  ObjectCreate, ObjectDefineProperties, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ReflectConstruct, RegExpPrototypeExec,
  StringPrototypeStartsWith, StringPrototypeToWellFormed, SymbolToStringTag, TypeError,
} = primordials;

const canonical = require('web/url_pattern/canonical');
const {
  PLAIN, HOSTNAME, PATHNAME, SENSITIVE, INSENSITIVE, compile, matchesSpecialScheme,
} = require('web/url_pattern/component');
const { parseConstructorString } = require('web/url_pattern/constructor_string');
const { COMPONENTS, readInput, readPattern } = require('web/url_pattern/init');

const MEMBERS = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash', 'baseURL'];

function failure(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// A dictionary that a program gives, read once. As in Node, what is no text is not there.
function readMembers(input) {
  const init = { __proto__: null };
  for (let i = 0; i < MEMBERS.length; i++) {
    const value = input[MEMBERS[i]];
    if (typeof value === 'string') init[MEMBERS[i]] = StringPrototypeToWellFormed(value);
  }
  return init;
}

let componentsOf;

class URLPattern {
  #components;

  constructor(input = undefined, base = undefined, options = undefined) {
    if (input === undefined || input === null) input = {};
    if (typeof input !== 'string' && !isObject(input)) throw failure('ERR_INVALID_ARG_TYPE', 'Input must be an object or a string');
    if (arguments.length > 2) {
      if (base !== undefined && base !== null && typeof base !== 'string') {
        throw failure('ERR_INVALID_ARG_TYPE', 'second argument must be a string');
      }
      // A base is said, if only that there is none: that is the address of nothing.
      base = `${base}`;
    } else if (isObject(base) || base === null) {
      options = base;
      base = undefined;
    } else if (base !== undefined && typeof base !== 'string') {
      throw failure('ERR_INVALID_ARG_TYPE', 'second argument must be a string or object');
    }
    const ignoreCase = readIgnoreCase(options);
    const init = typeof input === 'string' ? StringPrototypeToWellFormed(input) : readMembers(input);
    try {
      this.#components = compileAll(init, base, ignoreCase ? INSENSITIVE : SENSITIVE);
    } catch {
      throw failure('ERR_INVALID_URL_PATTERN', 'Failed to construct URLPattern');
    }
  }

  static {
    componentsOf = (value) => {
      if (value === null || typeof value !== 'object' || !(#components in value)) throw new TypeError('Illegal invocation');
      return value.#components;
    };
  }

  get hasRegExpGroups() {
    const components = componentsOf(this);
    for (let i = 0; i < components.length; i++) {
      if (components[i].hasExpression) return true;
    }
    return false;
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
  if (options === undefined || options === null) return false;
  if (!isObject(options)) throw failure('ERR_INVALID_ARG_TYPE', 'options must be an object');
  return !!options.ignoreCase;
}

// The eight components, in their order.
function compileAll(input, base, flags) {
  let init = input;
  if (typeof input === 'string') {
    init = parseConstructorString(input);
    if (base === undefined && init.protocol === undefined) throw new TypeError('Relative pattern without a base');
    init.baseURL = base;
  } else if (base !== undefined) {
    throw new TypeError('A base belongs into the dictionary');
  }
  const given = readPattern(init);
  const patterns = [];
  for (let i = 0; i < COMPONENTS.length; i++) patterns[i] = given[COMPONENTS[i]] ?? '*';
  const { 0: protocol, 1: username, 2: password, 3: hostname, 4: port, 5: pathname, 6: search, 7: hash } = patterns;
  const scheme = compile(protocol, PLAIN, canonical.protocol, SENSITIVE);
  const canonicalHostname = isIPv6(hostname) ? canonical.ipv6Hostname : canonical.hostname;
  return [
    scheme,
    compile(username, PLAIN, canonical.username, SENSITIVE),
    compile(password, PLAIN, canonical.password, SENSITIVE),
    compile(hostname, HOSTNAME, canonicalHostname, SENSITIVE),
    compile(port !== '' && canonical.SPECIAL_PORTS[protocol] === port ? '' : port, PLAIN, canonical.port, SENSITIVE),
    matchesSpecialScheme(scheme) ?
      compile(pathname, PATHNAME, canonical.pathname, flags) :
      compile(pathname, PLAIN, canonical.opaquePathname, flags),
    compile(search, PLAIN, canonical.search, flags),
    compile(hash, PLAIN, canonical.hash, flags),
  ];
}

function isIPv6(hostname) {
  return StringPrototypeStartsWith(hostname, '[') || StringPrototypeStartsWith(hostname, '{[') ||
    StringPrototypeStartsWith(hostname, '\\[');
}

// The components of an address; undefined if it is none.
function addressOf(input, base, method) {
  if (input === undefined || input === null) input = {};
  if (typeof input !== 'string' && !isObject(input)) {
    throw failure('ERR_INVALID_ARG_TYPE', 'URLPattern input needs to be a string or an object');
  }
  if (base !== undefined && base !== null && typeof base !== 'string') throw failure('ERR_INVALID_ARG_TYPE', 'baseURL must be a string');
  if (base !== undefined && isObject(input)) throw failure('ERR_OPERATION_FAILED', `Failed to ${method} URLPattern`);
  if (typeof input === 'string') return canonical.readAddress(input, base) ?? (base === undefined ? readRelative(input) : undefined);
  const init = readMembers(input);
  try {
    return readInput(init);
  } catch {
    // It is no address, and matches nothing.
    return undefined;
  }
}

// To Node what is relative to nothing is an address without a protocol; to the standard, and in a page, it is none.
function readRelative(input) {
  if (internalBinding('options').loop.isWindow) return undefined;
  const values = canonical.readAddress(input, 'relative://');
  if (values !== undefined) values[0] = '';
  return values;
}

function define(object, name, value) {
  ObjectDefineProperty(object, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

// In the order that is shown, which is that of their making.
const { get: hasRegExpGroups } = ObjectGetOwnPropertyDescriptor(URLPattern.prototype, 'hasRegExpGroups');
delete URLPattern.prototype.hasRegExpGroups;
const members = ObjectCreate(null);
for (let i = 0; i < COMPONENTS.length; i++) {
  // The engine makes a function's name part of what is printed; in Node these have none.
  const getter = (0, function() { return componentsOf(this)[i].pattern; });
  members[COMPONENTS[i]] = { __proto__: null, get: getter, enumerable: true, configurable: false };
}
members.hasRegExpGroups = { __proto__: null, get: hasRegExpGroups, enumerable: true, configurable: false };
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
