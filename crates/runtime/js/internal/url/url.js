'use strict';

// The URL class of the WHATWG standard. One crossing per parse: the native half gives the href and
// where its parts lie; getters only cut.

const {
  ObjectDefineProperties,
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  SymbolFor,
  SymbolToStringTag,
  TypeError,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_URL, ERR_MISSING_ARGS },
} = require('internal/errors');
const { URLSearchParams, attach, replaceAll } = require('internal/url/search_params');
const native = internalBinding('url');

const DASH = 45;
const DOT = 46;
const SLASH = 47;
const UNDERSCORE = 95;

const SCHEME_END = 0;
const USERNAME_START = 1;
const USERNAME_END = 2;
const PASSWORD_START = 3;
const PASSWORD_END = 4;
const HOST_START = 5;
const HOST_END = 6;
const PORT_START = 7;
const PORT_END = 8;
const PATH_START = 9;
const PATH_END = 10;
const QUERY_START = 11;
const QUERY_END = 12;
const FRAGMENT_START = 13;
const FRAGMENT_END = 14;

// Whether a path has nothing that may be encoded, no empty segment and none that begins with a dot.
function isPlainPath(path) {
  if (path.length === 0 || StringPrototypeCharCodeAt(path, 0) !== SLASH) return false;
  let isFirst = true;
  for (let i = 1; i < path.length; i++) {
    const code = StringPrototypeCharCodeAt(path, i);
    const isWord = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === UNDERSCORE;
    if (!isWord && (isFirst || (code !== DASH && code !== DOT && code !== SLASH))) return false;
    isFirst = code === SLASH;
  }
  return true;
}

function toText(value) {
  // Said here because the engine words it differently.
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return `${value}`;
}

function isWebScheme(href, length) {
  return (length === 5 && StringPrototypeStartsWith(href, 'https')) || (length === 4 && StringPrototypeStartsWith(href, 'http'));
}

const { components } = native;

// A list is made and read faster than a typed array of its own.
function readParts() {
  return [
    components[0], components[1], components[2], components[3], components[4], components[5], components[6], components[7],
    components[8], components[9], components[10], components[11], components[12], components[13], components[14],
  ];
}

class URL {
  #href = '';
  #parts;
  #searchParams;

  constructor(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    input = toText(input);
    if (base !== undefined) base = toText(base);
    const href = native.parse(input, base);
    if (href === undefined) throw new ERR_INVALID_URL(input, base);
    this.#take(href);
  }

  static parse(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    return URL.canParse(input, base) ? new URL(input, base) : null;
  }

  static canParse(url, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    return native.canParse(toText(url), base === undefined ? undefined : toText(base));
  }

  static createObjectURL(obj) {
    return require('internal/buffer/blob').createObjectURL(obj);
  }

  static revokeObjectURL(url) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    require('internal/buffer/blob').revokeObjectURL(url);
  }

  // Whether a value is a URL of this class, whatever its prototype says.
  static isInternal(value) {
    return typeof value === 'object' && value !== null && #parts in value;
  }

  #take(href) {
    this.#href = href;
    this.#parts = readParts();
  }

  #cut(start, end) {
    return StringPrototypeSlice(this.#href, this.#parts[start], this.#parts[end]);
  }

  #host() {
    const host = this.#cut(HOST_START, HOST_END);
    const port = this.#cut(PORT_START, PORT_END);
    return port === '' ? host : `${host}:${port}`;
  }

  #protocol() {
    return StringPrototypeSlice(this.#href, 0, this.#parts[SCHEME_END] + 1);
  }

  #update(part, value) {
    const href = native.update(this.#href, part, toText(value));
    if (href === undefined) return;
    this.#take(href);
    if (part === 'search') this.#refreshParams();
  }

  // The address is the one from before the value was turned into a string.
  #setPathname(href, parts, value) {
    // Nothing to encode or to resolve, behind a host: it only takes the place of the other.
    if (parts[HOST_START] !== parts[HOST_END] && isWebScheme(href, parts[SCHEME_END]) &&
      isPlainPath(value)) {
      const start = parts[PATH_START];
      const end = parts[PATH_END];
      this.#href = `${StringPrototypeSlice(href, 0, start)}${value}${StringPrototypeSlice(href, end)}`;
      const difference = value.length - (end - start);
      this.#parts = [
        parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7], parts[8], start, end + difference,
        parts[11] + difference, parts[12] + difference, parts[13] + difference, parts[14] + difference,
      ];
      return;
    }
    const updated = native.update(href, 'pathname', value);
    if (updated !== undefined) this.#take(updated);
  }

  #refreshParams() {
    if (this.#searchParams !== undefined) {
      replaceAll(this.#searchParams, this.#cut(QUERY_START, QUERY_END));
    }
  }

  get href() {
    return this.#href;
  }

  set href(value) {
    value = toText(value);
    const href = native.parse(value, undefined);
    if (href === undefined) throw new ERR_INVALID_URL(value);
    this.#take(href);
    this.#refreshParams();
  }

  get origin() {
    const protocol = this.#protocol();
    switch (protocol) {
      case 'http:':
      case 'https:':
      case 'ftp:':
      case 'ws:':
      case 'wss:':
        return `${protocol}//${this.#host()}`;
      case 'blob:': {
        const inner = URL.parse(this.#cut(PATH_START, PATH_END));
        if (inner !== null && (inner.protocol === 'http:' || inner.protocol === 'https:')) {
          return inner.origin;
        }
        return 'null';
      }
      default:
        return 'null';
    }
  }

  get protocol() {
    return this.#protocol();
  }

  set protocol(value) {
    this.#update('protocol', value);
  }

  get username() {
    return this.#cut(USERNAME_START, USERNAME_END);
  }

  set username(value) {
    this.#update('username', value);
  }

  get password() {
    return this.#cut(PASSWORD_START, PASSWORD_END);
  }

  set password(value) {
    this.#update('password', value);
  }

  get host() {
    return this.#host();
  }

  set host(value) {
    this.#update('host', value);
  }

  get hostname() {
    return this.#cut(HOST_START, HOST_END);
  }

  set hostname(value) {
    this.#update('hostname', value);
  }

  get port() {
    return this.#cut(PORT_START, PORT_END);
  }

  set port(value) {
    this.#update('port', value);
  }

  get pathname() {
    return this.#cut(PATH_START, PATH_END);
  }

  set pathname(value) {
    this.#setPathname(this.#href, this.#parts, toText(value));
  }

  get search() {
    const query = this.#cut(QUERY_START, QUERY_END);
    return query === '' ? '' : `?${query}`;
  }

  set search(value) {
    this.#update('search', value);
  }

  get searchParams() {
    if (this.#searchParams === undefined) {
      this.#searchParams = new URLSearchParams();
      this.#refreshParams();
      attach(this.#searchParams, (query) => {
        const href = native.update(this.#href, 'search', query);
        if (href !== undefined) this.#take(href);
      });
    }
    return this.#searchParams;
  }

  get hash() {
    const fragment = this.#cut(FRAGMENT_START, FRAGMENT_END);
    return fragment === '' ? '' : `#${fragment}`;
  }

  set hash(value) {
    this.#update('hash', value);
  }

  toString() {
    return this.#href;
  }

  toJSON() {
    return this.#href;
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    if (typeof depth === 'number' && depth < 0) return this;
    const shown = {
      href: this.href,
      origin: this.origin,
      protocol: this.protocol,
      username: this.username,
      password: this.password,
      host: this.host,
      hostname: this.hostname,
      port: this.port,
      pathname: this.pathname,
      search: this.search,
      searchParams: this.searchParams,
      hash: this.hash,
    };
    inspect ??= require('internal/util/inspect').inspect;
    const name = this.constructor === undefined ? URL.name : this.constructor.name;
    return `${name} ${inspect(shown, options)}`;
  }
}

const { isInternal } = URL;
delete URL.isInternal;

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(URL.prototype, {
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'URL' },
  toString: enumerable,
  href: enumerable,
  origin: enumerable,
  protocol: enumerable,
  username: enumerable,
  password: enumerable,
  host: enumerable,
  hostname: enumerable,
  port: enumerable,
  pathname: enumerable,
  search: enumerable,
  searchParams: enumerable,
  hash: enumerable,
  toJSON: enumerable,
});
ObjectDefineProperties(URL, {
  parse: { __proto__: null, configurable: true, writable: true, enumerable: true },
  canParse: { __proto__: null, configurable: true, writable: true, enumerable: true },
  createObjectURL: enumerable,
  revokeObjectURL: enumerable,
});

// Whether a value may stand for a URL: ours, or one of another realm or library.
function isURL(value) {
  return isInternal(value) ||
    !!(value?.href && value.protocol && value.auth === undefined && value.path === undefined);
}

// The options http.request takes, from a URL.
function urlToHttpOptions(url) {
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    ...url,
    protocol: url.protocol,
    hostname: hostname && hostname[0] === '[' ? StringPrototypeSlice(hostname, 1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href: url.href,
  };
  if (port !== '') options.port = +port;
  if (username || password) {
    options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  }
  return options;
}

module.exports = { URL, isURL, urlToHttpOptions };
