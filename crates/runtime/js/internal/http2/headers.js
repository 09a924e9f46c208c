// Blocks of headers: from a program's objects to the text that the native side takes, and back.
//
// On the way out a header is a name, NUL, a value, NUL and a character of flags (1: it must never be put into a
// compression table); on the way in there are no flags. Pseudo-headers come first.
'use strict';

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypePush, ObjectCreate, ObjectKeys, SafeSet, String,
  StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypeReplaceAll, StringPrototypeSplit, StringPrototypeToLowerCase, Symbol,
} = primordials;

const {
  codes: {
    ERR_HTTP2_HEADER_SINGLE_VALUE, ERR_HTTP2_INVALID_CONNECTION_HEADERS,
    ERR_HTTP2_INVALID_PSEUDOHEADER, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_HTTP_TOKEN,
  },
} = require('internal/errors');
const { isToken } = require('internal/http/tokens');

const sensitiveHeaders = Symbol('sensitiveHeaders');

const COLON = 58;

const SINGLE = new SafeSet([
  ':status', ':method', ':authority', ':scheme', ':path', ':protocol', 'access-control-allow-credentials',
  'access-control-max-age', 'access-control-request-method', 'age', 'authorization', 'content-encoding', 'content-language',
  'content-length', 'content-location', 'content-md5', 'content-range', 'content-type', 'date', 'dnt', 'etag', 'expires',
  'from', 'host', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'last-modified',
  'location', 'max-forwards', 'proxy-authorization', 'range', 'referer', 'retry-after', 'tk', 'upgrade-insecure-requests',
  'user-agent', 'x-content-type-options',
]);

const FORBIDDEN = new SafeSet([
  'connection', 'upgrade', 'http2-settings', 'keep-alive', 'proxy-connection', 'transfer-encoding',
]);

const REQUEST_PSEUDO = new SafeSet([':status', ':method', ':authority', ':scheme', ':path', ':protocol']);
const RESPONSE_PSEUDO = new SafeSet([':status']);
const NO_PSEUDO = new SafeSet();

// Headers that belong to one connection have no meaning in HTTP/2.
function isConnectionHeader(name, value) {
  if (FORBIDDEN.has(name)) return true;
  return name === 'te' && value !== 'trailers';
}

function checkPseudo(name, allowed) {
  if (!allowed.has(name)) throw new ERR_HTTP2_INVALID_PSEUDOHEADER(name);
}

// The text of a block and how many headers are in it. `headers` is an object, or a flat list of names and values.
function toBlock(headers, allowed = REQUEST_PSEUDO, isStrictSingle = true) {
  const neverIndex = headers[sensitiveHeaders];
  if (neverIndex !== undefined && !ArrayIsArray(neverIndex)) {
    throw new ERR_INVALID_ARG_VALUE('headers[http2.neverIndex]', neverIndex);
  }
  const sensitive = [];
  if (neverIndex !== undefined) {
    for (let i = 0; i < neverIndex.length; i++) ArrayPrototypePush(sensitive, StringPrototypeToLowerCase(neverIndex[i]));
  }
  const seen = new SafeSet();
  const state = { pseudo: '', others: '', count: 0 };
  if (ArrayIsArray(headers)) {
    for (let i = 0; i + 1 < headers.length; i += 2) {
      addHeader(state, headers[i], headers[i + 1], sensitive, seen, allowed, isStrictSingle, true);
    }
  } else {
    const keys = ObjectKeys(headers);
    for (let i = 0; i < keys.length; i++) {
      addHeader(state, keys[i], headers[keys[i]], sensitive, seen, allowed, isStrictSingle, false);
    }
  }
  return { text: state.pseudo + state.others, count: state.count };
}

function addHeader(state, key, value, sensitive, seen, allowed, isStrictSingle, isRaw) {
  if (value === undefined || key === '') return;
  const name = StringPrototypeToLowerCase(key);
  const isSingle = isStrictSingle && SINGLE.has(name);
  const isList = ArrayIsArray(value);
  if (isList) {
    if (value.length === 0) return;
    if (value.length === 1) {
      value = String(value[0]);
    } else if (isSingle) {
      throw new ERR_HTTP2_HEADER_SINGLE_VALUE(name);
    }
  } else {
    value = String(value);
  }
  if (isSingle) {
    if (seen.has(name)) throw new ERR_HTTP2_HEADER_SINGLE_VALUE(name);
    seen.add(name);
  }
  const flags = ArrayPrototypeIncludes(sensitive, name) ? '\x01' : '\0';
  if (StringPrototypeCharCodeAt(name, 0) === COLON) {
    checkPseudo(name, allowed);
    state.pseudo += `${name}\0${value}\0${flags}`;
    state.count++;
    return;
  }
  if (!isToken(name)) throw new ERR_INVALID_HTTP_TOKEN('Header name', isRaw ? name : key);
  if (isConnectionHeader(name, value)) throw new ERR_HTTP2_INVALID_CONNECTION_HEADERS(name);
  if (typeof value === 'string') {
    addValue(state, name, value, flags);
  } else {
    for (let i = 0; i < value.length; i++) addValue(state, name, String(value[i]), flags);
  }
}

function addValue(state, name, value, flags) {
  // It would end the header where the native side reads it; this one the peer refuses as well.
  if (StringPrototypeIncludes(value, '\0')) value = StringPrototypeReplaceAll(value, '\0', '\x01');
  state.others += `${name}\0${value}\0${flags}`;
  state.count++;
}

// The flat list of names and values of a block that came.
function toList(text) {
  const list = StringPrototypeSplit(text, '\0');
  list.length--;
  return list;
}

// The object of such a list.
function toObject(list, sensitive, isStrictSingle = true) {
  const headers = ObjectCreate(null);
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i];
    let value = list[i + 1];
    if (name === ':status') value = +value;
    const existing = headers[name];
    if (existing === undefined) {
      headers[name] = name === 'set-cookie' ? [value] : value;
    } else if (isStrictSingle && SINGLE.has(name)) {
      // The first one counts.
    } else if (name === 'set-cookie') {
      ArrayPrototypePush(existing, value);
    } else if (name === 'cookie') {
      headers[name] = `${existing}; ${value}`;
    } else {
      headers[name] = `${existing}, ${value}`;
    }
  }
  headers[sensitiveHeaders] = sensitive === undefined ? [] : toList(sensitive);
  return headers;
}

function assertIsObject(value, name, types = 'Object') {
  if (value !== undefined && (value === null || typeof value !== 'object' || ArrayIsArray(value))) {
    throw new ERR_INVALID_ARG_TYPE(name, types, value);
  }
}

function assertIsHeaders(value, name) {
  if (value !== undefined && (value === null || typeof value !== 'object')) {
    throw new ERR_INVALID_ARG_TYPE(name, ['Object', 'Array'], value);
  }
}

function assertIsArray(value, name) {
  if (value !== undefined && !ArrayIsArray(value)) throw new ERR_INVALID_ARG_TYPE(name, 'Array', value);
}

module.exports = {
  NO_PSEUDO, RESPONSE_PSEUDO, assertIsArray, assertIsHeaders, assertIsObject, isConnectionHeader, sensitiveHeaders, toBlock,
  toList, toObject,
};
