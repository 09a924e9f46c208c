// Request: an address and how it is asked for.
'use strict';

const {
  ArrayPrototypeIncludes, ArrayPrototypeJoin, ObjectDefineProperties, RegExpPrototypeExec, StringPrototypeToUpperCase, SymbolFor,
  SymbolToStringTag, TypeError,
} = primordials;

const { AbortSignal, dependOn } = require('web/abort_controller');
const { Body, extract, mixBody } = require('web/fetch/body');
const { byteString, checkDictionary, illegalInvocation, needArguments } = require('web/fetch/conversions');
const { HeaderList, isToken } = require('web/fetch/header_list');
const { fill, headersOver } = require('web/fetch/headers');
const { parseAddress } = require('web/fetch/address');

const { isWindow } = internalBinding('options').loop;

const POLICIES = [
  '', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin', 'origin-when-cross-origin',
  'strict-origin-when-cross-origin', 'unsafe-url',
];
const CHOICES = {
  __proto__: null,
  referrerPolicy: POLICIES,
  mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
  credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  redirect: ['follow', 'manual', 'error'],
  duplex: ['half'],
  priority: ['high', 'low', 'auto'],
};

// What a request is made with that nothing is said of, and what that chooses.
const NOTHING = { __proto__: null };

const kState = {};

let has;
let stateIn;

class RequestState {
  method = 'GET';
  url = undefined; // a URL
  list = new HeaderList();
  headers = undefined;
  body = null;
  referrer = 'about:client';
  referrerPolicy = '';
  mode = 'cors';
  credentials = 'same-origin';
  cache = 'default';
  redirect = 'follow';
  integrity = '';
  keepalive = false;
  signal = undefined;
}

class Request {
  #state;

  static {
    has = (value) => value !== null && typeof value === 'object' && #state in value;
    stateIn = (request) => request.#state;
  }

  constructor(input, init = undefined) {
    // Only the builtins have the key to make a face over a state that exists.
    if (input === kState) {
      this.#state = init;
      return;
    }
    needArguments(arguments.length, 1, 'Request constructor');
    checkDictionary(init);
    this.#state = construct(input, init ?? NOTHING);
  }

  get method() { return stateOf(this).method; }
  get url() { return stateOf(this).url.href; }

  get headers() {
    const state = stateOf(this);
    return state.headers ??= headersOver(state.list);
  }

  get destination() {
    stateOf(this);
    return '';
  }

  get referrer() { return stateOf(this).referrer; }
  get referrerPolicy() { return stateOf(this).referrerPolicy; }
  get mode() { return stateOf(this).mode; }
  get credentials() { return stateOf(this).credentials; }
  get cache() { return stateOf(this).cache; }
  get redirect() { return stateOf(this).redirect; }
  get integrity() { return stateOf(this).integrity; }
  get keepalive() { return stateOf(this).keepalive; }

  get isReloadNavigation() {
    stateOf(this);
    return false;
  }

  get isHistoryNavigation() {
    stateOf(this);
    return false;
  }

  get signal() { return signalOf(stateOf(this)); }

  get duplex() {
    stateOf(this);
    return 'half';
  }

  clone() {
    const state = stateOf(this);
    const { body } = state;
    if (body !== null && (body.isUsed || body.isLocked)) throw new TypeError('unusable');
    const copy = copyState(state);
    copy.list = state.list.copy();
    copy.body = body === null ? null : body.clone();
    copy.signal = dependOn(AbortSignal, [signalOf(state)]);
    return new Request(kState, copy);
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    const {
      method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache, redirect, integrity, keepalive,
      isReloadNavigation, isHistoryNavigation, signal,
    } = this;
    return `Request ${inspect({
      method, url, headers, destination, referrer, referrerPolicy, mode, credentials, cache, redirect, integrity, keepalive,
      isReloadNavigation, isHistoryNavigation, signal,
    }, options)}`;
  }
}

mixBody(Request.prototype, (value) => stateOf(value).body);
const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Request.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'Request', configurable: true },
  method: enumerable,
  url: enumerable,
  headers: enumerable,
  destination: enumerable,
  referrer: enumerable,
  referrerPolicy: enumerable,
  mode: enumerable,
  credentials: enumerable,
  cache: enumerable,
  redirect: enumerable,
  integrity: enumerable,
  keepalive: enumerable,
  isReloadNavigation: enumerable,
  isHistoryNavigation: enumerable,
  signal: enumerable,
  duplex: enumerable,
  clone: enumerable,
});

function stateOf(value) {
  if (!has(value)) throw illegalInvocation();
  return stateIn(value);
}

// Most requests are never aborted: the signal is made when it is asked for.
function signalOf(state) {
  return state.signal ??= dependOn(AbortSignal, []);
}

function copyState(state) {
  const copy = new RequestState();
  copy.method = state.method;
  copy.url = state.url;
  copy.list = state.list;
  copy.referrer = state.referrer;
  copy.referrerPolicy = state.referrerPolicy;
  copy.mode = state.mode;
  copy.credentials = state.credentials;
  copy.cache = state.cache;
  copy.redirect = state.redirect;
  copy.integrity = state.integrity;
  copy.keepalive = state.keepalive;
  return copy;
}

function construct(input, init) {
  const from = has(input) ? stateIn(input) : undefined;
  const chosen = choices(init);
  let signal = init.signal;
  if (signal !== undefined && signal !== null && !(signal instanceof AbortSignal)) {
    throw new TypeError(`RequestInit: Expected signal ("${signal}") to be an instance of AbortSignal.`);
  }
  let state;
  if (from === undefined) {
    state = new RequestState();
    state.url = parseAddress(`${input}`);
    if (state.url.username !== '' || state.url.password !== '') {
      throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${input}`);
    }
  } else {
    state = copyState(from);
    state.list = from.list.copy();
    if (signal === undefined) signal = from.signal;
  }
  if (init.window !== undefined && init.window !== null) throw new TypeError("'window' option 'client' must be null");
  if (init.referrer !== undefined) state.referrer = referrerOf(`${init.referrer}`);
  if (chosen.referrerPolicy !== undefined) state.referrerPolicy = chosen.referrerPolicy;
  if (chosen.mode === 'navigate') throw new TypeError('Request constructor: invalid request mode navigate.');
  if (chosen.mode !== undefined) state.mode = chosen.mode;
  if (chosen.credentials !== undefined) state.credentials = chosen.credentials;
  if (chosen.cache !== undefined) state.cache = chosen.cache;
  if (state.cache === 'only-if-cached' && state.mode !== 'same-origin') {
    throw new TypeError("'only-if-cached' can be set only with 'same-origin' mode");
  }
  if (chosen.redirect !== undefined) state.redirect = chosen.redirect;
  if (init.integrity !== undefined && init.integrity !== null) state.integrity = `${init.integrity}`;
  if (init.keepalive !== undefined) state.keepalive = !!init.keepalive;
  if (init.method !== undefined) state.method = methodOf(byteString(init.method, 'RequestInit', 'method'));
  if (signal !== undefined && signal !== null) state.signal = dependOn(AbortSignal, [signal]);
  if (init.headers !== undefined) {
    state.list.clear();
    fill(state.list, init.headers);
  }
  takeBody(state, init, from);
  return state;
}

function takeBody(state, init, from) {
  const inherited = from === undefined ? null : from.body;
  const isGiven = init.body !== undefined && init.body !== null;
  if ((isGiven || inherited !== null) && (state.method === 'GET' || state.method === 'HEAD')) {
    throw new TypeError('Request with GET/HEAD method cannot have body.');
  }
  if (isGiven) {
    const { body, type } = extract(init.body, 'Request');
    if (body.length === null && init.duplex === undefined) {
      throw new TypeError('RequestInit: duplex option is required when sending a body.');
    }
    state.body = body;
    if (type !== null && !state.list.has('content-type')) state.list.append('content-type', type);
  } else if (inherited !== null) {
    if (inherited.isUsed || inherited.isLocked) {
      throw new TypeError('Cannot construct a Request with a Request object that has already been used.');
    }
    // The bytes move from the one to the other.
    state.body = new Body(inherited.text, inherited.bytes, inherited.stream);
    if (inherited.stream !== undefined) {
      const { TransformStream } = require('web/streams/transform_stream');
      const { faceOf, stateOf: streamOf } = require('web/streams/readable_stream');
      state.body.stream = streamOf(faceOf(inherited.stream).pipeThrough(new TransformStream()));
    }
    inherited.isRead = true;
  }
}

function choices(init) {
  if (init === NOTHING) return NOTHING;
  const chosen = { __proto__: null };
  for (const name in CHOICES) {
    const value = init[name];
    if (value === undefined) continue;
    if (!ArrayPrototypeIncludes(CHOICES[name], `${value}`)) {
      throw new TypeError(`undefined: ${value} is not an accepted type. Expected one of ${ArrayPrototypeJoin(CHOICES[name], ', ')}.`);
    }
    chosen[name] = `${value}`;
  }
  return chosen;
}

function referrerOf(text) {
  if (text === '') return '';
  let url;
  try {
    url = parseAddress(text);
  } catch (error) {
    throw new TypeError(`Referrer "${text}" is not a valid URL.`, { __proto__: null, cause: error.cause });
  }
  return url.protocol === 'about:' && url.pathname === 'client' ? 'about:client' : url.href;
}

let hasWarned = false;

function methodOf(method) {
  const upper = StringPrototypeToUpperCase(method);
  if (!isToken(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
  if (upper === 'CONNECT' || upper === 'TRACE' || upper === 'TRACK') throw new TypeError(`'${method}' HTTP method is unsupported.`);
  if (RegExpPrototypeExec(/^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/, upper) !== null) return upper;
  if (method === 'patch' && !hasWarned && !isWindow) {
    hasWarned = true;
    process.emitWarning('Using `patch` is highly likely to result in a `405 Method Not Allowed`. `PATCH` is much more likely to succeed.',
      { __proto__: null, code: 'UNDICI-FETCH-patch' });
  }
  return method;
}

module.exports = { Request, signalOf, stateOf };
