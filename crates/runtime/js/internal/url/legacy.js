'use strict';

// The older URL interface: `url.parse`, `url.format`, `url.resolve` and the Url object. It splits
// text rather than following the URL standard, and programs depend on how.

const {
  ObjectAssign,
  StringPrototypeCharCodeAt,
  StringPrototypeIndexOf,
  StringPrototypeLastIndexOf,
  StringPrototypeReplace,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
  decodeURIComponent,
  encodeURIComponent,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_URL },
} = require('internal/errors');
const { isSlashed, schemeName } = require('internal/url/legacy_schemes');
const { validateObject, validateString } = require('internal/validators');

function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

// The text after `javascript:` is a program: neither a host nor to be escaped.
const isScript = (protocol) => schemeName(protocol) === 'javascript';

const PROTOCOL = /^[a-z0-9.+-]+:/i;
const HOST_WITHOUT_PROTOCOL = /^\/\/[^@/]+@[^@/]+/;
const SIMPLE_PATH = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;
const NOT_IN_HOST = /[\t\n\r "%'/;<>\\^`{|}#?]/;
const FORBIDDEN_HOST = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const FORBIDDEN_HOST_V6 = /[\0\t\n\r #%/<>?@\\^|]/;
const TO_ESCAPE = /[\t\n\r "'<>\\^`{|}]/g;

const escapeCharacter = (character) => {
  const code = StringPrototypeCharCodeAt(character, 0);
  return `%${code < 16 ? '0' : ''}${code.toString(16).toUpperCase()}`;
};

let warned = false;
function warnOnce() {
  if (warned) return;
  warned = true;
  process.emitWarning(
    '`url.parse()` behavior is not standardized and prone to errors that have security implications. ' +
    'Use the WHATWG URL API instead. CVEs are not issued for `url.parse()` vulnerabilities.',
    'DeprecationWarning', 'DEP0169');
}

function urlParse(url, parseQueryString, slashesDenoteHost) {
  warnOnce();
  return toUrl(url, parseQueryString, slashesDenoteHost);
}

function toUrl(url, parseQueryString, slashesDenoteHost) {
  if (url instanceof Url) return url;
  const parsed = new Url();
  parsed.parse(url, parseQueryString, slashesDenoteHost);
  return parsed;
}

// Trims, and turns backslashes before the query into slashes, as browsers do.
function cleaned(url) {
  const trimmed = StringPrototypeReplace(url, /^[\0-\x20\xa0\ufeff]+|[\0-\x20\xa0\ufeff]+$/g, '');
  const query = trimmed.search(/[?#]/);
  if (query === -1) return StringPrototypeReplaceAll(trimmed, '\\', '/');
  return StringPrototypeReplaceAll(StringPrototypeSlice(trimmed, 0, query), '\\', '/') +
    StringPrototypeSlice(trimmed, query);
}

Url.prototype.parse = function parse(url, parseQueryString, slashesDenoteHost) {
  validateString(url, 'url');
  let rest = cleaned(url);

  if (!slashesDenoteHost && !/[#@]/.test(rest)) {
    const simple = SIMPLE_PATH.exec(rest);
    if (simple !== null && simple[1][1] !== '/') {
      this.path = rest;
      this.href = rest;
      this.pathname = simple[1];
      setQuery(this, simple[2], parseQueryString);
      return this;
    }
  }

  const protocol = PROTOCOL.exec(rest)?.[0];
  const scheme = protocol && StringPrototypeToLowerCase(protocol);
  if (protocol) {
    this.protocol = scheme;
    rest = StringPrototypeSlice(rest, protocol.length);
  }
  let slashes;
  if (slashesDenoteHost || protocol || HOST_WITHOUT_PROTOCOL.test(rest)) {
    slashes = rest[0] === '/' && rest[1] === '/';
    if (slashes && !(scheme && isScript(scheme))) {
      rest = StringPrototypeSlice(rest, 2);
      this.slashes = true;
    }
  }
  if (!isScript(scheme) && (slashes || (protocol && !isSlashed(protocol)))) {
    rest = takeHost(this, rest, url);
  }
  if (!isScript(scheme)) rest = StringPrototypeReplace(rest, TO_ESCAPE, escapeCharacter);

  const hash = StringPrototypeIndexOf(rest, '#');
  if (hash !== -1) {
    this.hash = StringPrototypeSlice(rest, hash);
    rest = StringPrototypeSlice(rest, 0, hash);
  }
  const question = StringPrototypeIndexOf(rest, '?');
  if (question !== -1) {
    setQuery(this, StringPrototypeSlice(rest, question), parseQueryString);
    rest = StringPrototypeSlice(rest, 0, question);
  } else {
    setQuery(this, undefined, parseQueryString);
  }
  if (rest !== '') this.pathname = rest;
  if (isSlashed(scheme) && this.hostname && !this.pathname) this.pathname = '/';
  if (this.pathname || this.search) this.path = (this.pathname || '') + (this.search || '');
  this.href = this.format();
  return this;
};

function setQuery(url, search, parseQueryString) {
  if (search !== undefined) {
    url.search = search;
    url.query = StringPrototypeSlice(search, 1);
    if (parseQueryString) url.query = require('querystring').parse(url.query);
  } else if (parseQueryString) {
    url.search = null;
    url.query = { __proto__: null };
  }
}

// Cuts `auth@host:port` off the front of `rest` and gives what follows.
function takeHost(url, rest, whole) {
  const pathAt = rest.search(/[/?#]/);
  const authority = pathAt === -1 ? rest : StringPrototypeSlice(rest, 0, pathAt);
  // The last @ before the path ends the credentials.
  const at = StringPrototypeLastIndexOf(authority, '@');
  const afterAuth = at + 1;
  if (at !== -1) url.auth = decodeURIComponent(StringPrototypeSlice(rest, 0, at));
  const host = StringPrototypeSlice(rest, afterAuth);
  const end = host.search(NOT_IN_HOST);
  url.host = end === -1 ? host : StringPrototypeSlice(host, 0, end);
  rest = end === -1 ? '' : StringPrototypeSlice(host, end);

  const port = /:[0-9]*$/.exec(url.host)?.[0];
  let hostname = url.host;
  if (port !== undefined) {
    if (port !== ':') url.port = StringPrototypeSlice(port, 1);
    hostname = StringPrototypeSlice(hostname, 0, -port.length);
  }
  const isIPv6 = hostname[0] === '[' && hostname[hostname.length - 1] === ']';
  if (hostname.length > 255) {
    hostname = '';
  } else {
    hostname = StringPrototypeToLowerCase(hostname);
  }
  if (hostname !== '') {
    if (isIPv6) {
      if (FORBIDDEN_HOST_V6.test(hostname)) throw new ERR_INVALID_URL(whole);
    } else {
      if (/[^\0-\x7f]/.test(hostname)) hostname = internalBinding('url').domainToASCII(hostname);
      if (hostname !== '' && StringPrototypeIndexOf(hostname, ':') !== -1) {
        throw new ERR_INVALID_ARG_VALUE('url', 'Invalid port in url', whole);
      }
      if (hostname === '' || FORBIDDEN_HOST.test(hostname)) throw new ERR_INVALID_URL(whole);
    }
  }
  url.host = hostname + (url.port ? `:${url.port}` : '');
  url.hostname = isIPv6 ? StringPrototypeSlice(hostname, 1, -1) : hostname;
  return rest;
}

function urlFormat(urlObject, options) {
  if (typeof urlObject === 'string') {
    urlObject = toUrl(urlObject);
  } else if (typeof urlObject !== 'object' || urlObject === null) {
    throw new ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'], urlObject);
  } else {
    const { URL, isURL } = require('internal/url/url');
    if (urlObject instanceof URL || isURL(urlObject)) return formatWhatwg(urlObject, options);
  }
  return Url.prototype.format.call(urlObject);
}

function formatWhatwg(url, options) {
  if (options) validateObject(options, 'options');
  const wants = (name) => options?.[name] === undefined || options[name] === null || !!options[name];
  let text = url.protocol;
  const hasAuthority = StringPrototypeSlice(url.href, text.length, text.length + 2) === '//';
  if (hasAuthority) {
    text += '//';
    if (wants('auth') && (url.username || url.password)) {
      text += url.username + (url.password ? `:${url.password}` : '') + '@';
    }
    text += options?.unicode ?
      internalBinding('url').domainToUnicode(url.hostname) + (url.port ? `:${url.port}` : '') :
      url.host;
  }
  text += url.pathname;
  if (wants('search')) text += url.search;
  if (wants('fragment')) text += url.hash;
  return text;
}

Url.prototype.format = function format() {
  let auth = this.auth || '';
  if (auth) auth = `${StringPrototypeReplaceAll(encodeURIComponent(auth), '%3A', ':')}@`;

  let protocol = this.protocol || '';
  let pathname = this.pathname || '';
  let hash = this.hash || '';
  let host = '';
  let query = '';
  if (this.host) {
    host = auth + this.host;
  } else if (this.hostname) {
    const isIPv6 = StringPrototypeIndexOf(this.hostname, ':') !== -1 && this.hostname[0] !== '[';
    host = auth + (isIPv6 ? `[${this.hostname}]` : this.hostname);
    if (this.port) host += `:${this.port}`;
  }
  if (this.query !== null && typeof this.query === 'object') {
    query = require('querystring').stringify(this.query);
  }
  let search = this.search || (query && `?${query}`) || '';

  if (protocol && protocol[protocol.length - 1] !== ':') protocol += ':';
  pathname = StringPrototypeReplace(pathname, /[#?]/g, escapeCharacter);
  if (this.slashes || isSlashed(protocol)) {
    if (this.slashes || host) {
      if (pathname && pathname[0] !== '/') pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (StringPrototypeSlice(protocol, 0, 4) === 'file') {
      host = '//';
    }
  }
  search = StringPrototypeReplaceAll(search, '#', '%23');
  if (hash && hash[0] !== '#') hash = `#${hash}`;
  if (search && search[0] !== '?') search = `?${search}`;
  return protocol + host + pathname + search + hash;
};

function urlResolve(source, relative) {
  return toUrl(source, false, true).resolve(relative);
}

function urlResolveObject(source, relative) {
  if (!source) return relative;
  return toUrl(source, false, true).resolveObject(relative);
}

Url.prototype.resolve = function resolve(relative) {
  return this.resolveObject(toUrl(relative, false, true)).format();
};

Url.prototype.resolveObject = function resolveObject(relative) {
  const reference = typeof relative === 'string' ? toUrl(relative, false, true) : relative;
  const { resolveInto } = require('internal/url/legacy_resolve');
  const target = ObjectAssign(new Url(), this);
  resolveInto(target, reference);
  target.href = target.format();
  return target;
};

module.exports = { Url, urlFormat, urlParse, urlResolve, urlResolveObject };
