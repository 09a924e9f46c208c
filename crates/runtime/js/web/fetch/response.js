// Response: a status, headers and a body.
'use strict';

const {
  JSONStringify, ObjectDefineProperties, RangeError, RegExpPrototypeExec, SymbolFor, SymbolToStringTag, TypeError,
} = primordials;

const { extract, mixBody } = require('web/fetch/body');
const { byteString, checkDictionary, illegalInvocation, needArguments } = require('web/fetch/conversions');
const { HeaderList } = require('web/fetch/header_list');
const { fill, headersOver } = require('web/fetch/headers');

const kState = {};

let has;
let stateIn;

class ResponseState {
  type = 'default';
  url = '';
  isRedirected = false;
  status = 200;
  statusText = '';
  list = new HeaderList();
  headers = undefined;
  isImmutable = false;
  body = null;
}

class Response {
  #state;

  static {
    has = (value) => value !== null && typeof value === 'object' && #state in value;
    stateIn = (response) => response.#state;
  }

  constructor(body = null, init = undefined) {
    // Only the builtins have the key to make a face over a state that exists.
    if (body === kState) {
      this.#state = init;
      return;
    }
    const state = this.#state = new ResponseState();
    checkDictionary(init);
    const given = extract(body, 'Response');
    initialize(state, init, given.body, given.type);
  }

  static error() {
    const state = new ResponseState();
    state.type = 'error';
    state.status = 0;
    state.isImmutable = true;
    return faceOf(state);
  }

  static json(data, init = undefined) {
    needArguments(arguments.length, 1, 'Response.json');
    checkDictionary(init);
    const text = JSONStringify(data);
    if (text === undefined) throw new TypeError('Value is not JSON serializable');
    const state = new ResponseState();
    initialize(state, init, extract(text, 'Response').body, 'application/json');
    return faceOf(state);
  }

  static redirect(url, status = 302) {
    needArguments(arguments.length, 1, 'Response.redirect');
    const { parseAddress } = require('web/fetch/address');
    const { href } = parseAddress(`${url}`);
    const code = status & 0xffff;
    if (code !== 301 && code !== 302 && code !== 303 && code !== 307 && code !== 308) {
      throw new RangeError(`Invalid status code ${code}`);
    }
    const state = new ResponseState();
    state.status = code;
    state.isImmutable = true;
    state.list.append('location', href);
    return faceOf(state);
  }

  get type() { return stateOf(this).type; }

  get url() {
    const { url } = stateOf(this);
    const { withoutFragment } = require('web/fetch/address');
    return url === '' ? '' : withoutFragment(url);
  }

  get redirected() { return stateOf(this).isRedirected; }
  get status() { return stateOf(this).status; }

  get ok() {
    const { status } = stateOf(this);
    return status >= 200 && status <= 299;
  }

  get statusText() { return stateOf(this).statusText; }

  get headers() {
    const state = stateOf(this);
    return state.headers ??= headersOver(state.list, state.isImmutable);
  }

  clone() {
    const state = stateOf(this);
    const { body } = state;
    if (body !== null && (body.isUsed || body.isLocked)) throw new TypeError('Response.clone: Body has already been consumed.');
    const copy = new ResponseState();
    copy.type = state.type;
    copy.url = state.url;
    copy.isRedirected = state.isRedirected;
    copy.status = state.status;
    copy.statusText = state.statusText;
    copy.isImmutable = state.isImmutable;
    copy.list = state.list.copy();
    copy.body = body === null ? null : body.clone();
    return faceOf(copy);
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = this;
    return `Response ${inspect({ status, statusText, headers, body, bodyUsed, ok, redirected, type, url }, options)}`;
  }
}

mixBody(Response.prototype, (value) => stateOf(value).body);
const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Response.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'Response', configurable: true },
  type: enumerable,
  url: enumerable,
  status: enumerable,
  ok: enumerable,
  redirected: enumerable,
  statusText: enumerable,
  headers: enumerable,
  clone: enumerable,
});
ObjectDefineProperties(Response, { json: enumerable, redirect: enumerable, error: enumerable });

function stateOf(value) {
  if (!has(value)) throw illegalInvocation();
  return stateIn(value);
}

function faceOf(state) {
  return new Response(kState, state);
}

function initialize(state, init, body, type) {
  const status = init?.status === undefined ? 200 : init.status & 0xffff;
  const statusText = init?.statusText === undefined ? '' : byteString(init.statusText, 'Response constructor', 'statusText');
  if (status < 200 || status > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
  if (RegExpPrototypeExec(/^[\t\x20-\x7e\x80-\xff]*$/, statusText) === null) throw new TypeError('Invalid statusText');
  state.status = status;
  state.statusText = statusText;
  if (init?.headers !== undefined && init.headers !== null) fill(state.list, init.headers);
  if (body === null) return;
  if (status === 204 || status === 205 || status === 304) {
    throw new TypeError(`Response constructor: Invalid response status code ${status}`);
  }
  state.body = body;
  if (type !== null && !state.list.has('content-type')) state.list.append('content-type', type);
}

module.exports = { Response, ResponseState, faceOf };
