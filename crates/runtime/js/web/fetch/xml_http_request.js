// XMLHttpRequest: the same loads as fetch, told by events. A synchronous request reads its file at once.
'use strict';

const {
  ArrayPrototypeIndexOf, JSONParse, ObjectDefineProperties, StringPrototypeToLowerCase, StringPrototypeToUpperCase,
  SymbolToStringTag, Uint8Array,
} = primordials;

const { EventTarget, fire } = require('web/dom/event_target');
const { defineHandlers } = require('web/dom/handlers');
const { Event } = require('web/dom/event');
const { ProgressEvent } = require('web/dom/events');
const { makeSlot } = require('web/dom/slots');
const { guard, key } = require('web/dom/construction');
const { load, loadSync, textOf } = require('web/fetch/load');
const { resolveInPage } = require('web/fetch/address');
const { Headers } = require('web/fetch/headers');
const { DOMException } = require('internal/errors/dom_exception');

const UNSENT = 0;
const OPENED = 1;
const HEADERS_RECEIVED = 2;
const LOADING = 3;
const DONE = 4;

const slot = makeSlot();
const RESPONSE_TYPES = ['', 'arraybuffer', 'blob', 'json', 'text'];

class XMLHttpRequestEventTarget extends EventTarget {
  // The constructor that a class gets by default would use the iterator of arrays.
  constructor() { super(); } // eslint-disable-line no-useless-constructor
}
defineHandlers(XMLHttpRequestEventTarget.prototype, ['abort', 'error', 'load', 'loadend', 'loadstart', 'progress', 'timeout']);

// Nothing is ever sent, so nothing is ever told of it.
class XMLHttpRequestUpload extends XMLHttpRequestEventTarget {
  constructor(given) {
    guard(given);
    super();
  }
}

function invalidState(message) {
  throw new DOMException(message, 'InvalidStateError');
}

function setReadyState(request, value) {
  slot.of(request).readyState = value;
  fire(request, new Event('readystatechange'));
}

function tell(request, type) {
  const { loaded } = slot.of(request);
  const length = loaded === null ? 0 : loaded.bytes.length;
  fire(request, new ProgressEvent(type, {
    __proto__: null, loaded: length, total: length, lengthComputable: loaded !== null && type !== 'loadstart',
  }));
}

// The answer is there. A listener may open the request anew, which ends what is left of this one.
function receive(request, loaded) {
  const state = slot.of(request);
  const { attempt } = state;
  const isOver = () => state.attempt !== attempt;
  state.loaded = loaded;
  setReadyState(request, HEADERS_RECEIVED);
  if (isOver()) return;
  setReadyState(request, LOADING);
  if (isOver()) return;
  tell(request, 'progress');
  if (isOver()) return;
  setReadyState(request, DONE);
  if (isOver()) return;
  tell(request, 'load');
  if (!isOver()) tell(request, 'loadend');
}

function fail(request, type) {
  const state = slot.of(request);
  const { attempt } = state;
  state.loaded = null;
  state.isSent = false;
  setReadyState(request, DONE);
  if (state.attempt === attempt) tell(request, type);
  if (state.attempt === attempt) tell(request, 'loadend');
}

class XMLHttpRequest extends XMLHttpRequestEventTarget {
  constructor() {
    super();
    slot.give(this, {
      readyState: UNSENT,
      // Counts the requests made with this object.
      attempt: 0,
      url: '',
      isAsync: true,
      isSent: false,
      responseType: '',
      response: undefined,
      loaded: null,
      stop: undefined,
      timeout: 0,
      upload: undefined,
    });
  }

  get readyState() { return slot.of(this).readyState; }
  get status() { return slot.of(this).loaded?.status ?? 0; }
  get statusText() { return slot.of(this).loaded?.statusText ?? ''; }
  get responseURL() { return slot.of(this).loaded?.url ?? ''; }
  get upload() { return slot.of(this).upload ??= new XMLHttpRequestUpload(key); }
  get withCredentials() { return false; }
  get timeout() { return slot.of(this).timeout; }
  set timeout(value) { slot.of(this).timeout = value >>> 0; }

  get responseType() { return slot.of(this).responseType; }
  set responseType(value) {
    const state = slot.of(this);
    if (state.readyState >= LOADING) {
      invalidState("Failed to set the 'responseType' property on 'XMLHttpRequest': " +
        'The response type cannot be set if the object\'s state is LOADING or DONE.');
    }
    if (ArrayPrototypeIndexOf(RESPONSE_TYPES, `${value}`) !== -1) state.responseType = `${value}`;
  }

  get responseText() {
    const { responseType, readyState, loaded } = slot.of(this);
    if (responseType !== '' && responseType !== 'text') {
      invalidState("Failed to read the 'responseText' property from 'XMLHttpRequest': " +
        `The value is only accessible if the object's 'responseType' is '' or 'text' (was '${responseType}').`);
    }
    return readyState < LOADING || loaded === null ? '' : textOf(loaded);
  }

  get response() {
    const state = slot.of(this);
    if (state.responseType === '' || state.responseType === 'text') return this.responseText;
    if (state.readyState !== DONE || state.loaded === null) return null;
    return state.response ??= convert(state.loaded, state.responseType);
  }

  open(method, url, isAsync = true) {
    const state = slot.of(this);
    const whole = resolveInPage(`${url}`);
    if (whole === null) throw new DOMException("Failed to execute 'open' on 'XMLHttpRequest': Invalid URL", 'SyntaxError');
    state.stop?.();
    state.attempt++;
    state.method = StringPrototypeToUpperCase(`${method}`);
    state.url = whole;
    state.isAsync = !!isAsync;
    state.isSent = false;
    state.headers = new Headers();
    state.loaded = null;
    state.response = undefined;
    if (state.readyState !== OPENED) setReadyState(this, OPENED);
  }

  setRequestHeader(name, value) {
    const state = slot.of(this);
    if (state.readyState !== OPENED || state.isSent) {
      invalidState("Failed to execute 'setRequestHeader' on 'XMLHttpRequest': The object's state must be OPENED.");
    }
    state.headers.append(name, value);
  }

  send(_body = null) {
    const state = slot.of(this);
    if (state.readyState !== OPENED || state.isSent) {
      invalidState("Failed to execute 'send' on 'XMLHttpRequest': The object's state must be OPENED.");
    }
    if (!state.isAsync) {
      sendSync(this);
      return;
    }
    state.isSent = true;
    const { attempt } = state;
    tell(this, 'loadstart');
    if (state.attempt !== attempt || !state.isSent) return;
    const timer = startTimer(this);
    const stop = load(state.url, (error, loaded) => {
      timer?.();
      if (error !== null && error !== undefined) fail(this, 'error');
      else receive(this, loaded);
    });
    state.stop = () => {
      timer?.();
      stop();
    };
  }

  abort() {
    const state = slot.of(this);
    state.stop?.();
    const isUnderWay = (state.readyState === OPENED && state.isSent) || state.readyState === HEADERS_RECEIVED ||
      state.readyState === LOADING;
    if (isUnderWay) fail(this, 'abort');
    if (state.readyState === DONE) {
      state.readyState = UNSENT;
      state.loaded = null;
    }
  }

  getResponseHeader(name) {
    const { loaded } = slot.of(this);
    const isType = StringPrototypeToLowerCase(`${name}`) === 'content-type';
    return loaded === null || !isType || loaded.type === '' ? null : loaded.type;
  }

  getAllResponseHeaders() {
    const { loaded } = slot.of(this);
    return loaded === null || loaded.type === '' ? '' : `content-type: ${loaded.type}\r\n`;
  }

  overrideMimeType() {
    throw new DOMException('overrideMimeType is not supported here', 'NotSupportedError');
  }
}

// A synchronous request tells only that it is done.
function sendSync(request) {
  const state = slot.of(request);
  try {
    state.loaded = loadSync(state.url);
  } catch (error) {
    state.readyState = DONE;
    const failure = new DOMException(`Failed to execute 'send' on 'XMLHttpRequest': Failed to load '${state.url}'.`, 'NetworkError');
    failure.cause = error;
    throw failure;
  }
  setReadyState(request, DONE);
  tell(request, 'load');
  tell(request, 'loadend');
}

// Gives a function that ends the wait; undefined if there is no limit.
function startTimer(request) {
  const { timeout } = slot.of(request);
  if (timeout === 0) return undefined;
  const deadlines = require('web/window/deadlines');
  const { exactNow: now } = require('web/window/clock');
  const { SOURCES, queueTask } = require('web/window/event_loop');
  const deadline = deadlines.at(now() + timeout, () => queueTask(SOURCES.networking, () => {
    const state = slot.of(request);
    if (!state.isSent || state.readyState === DONE) return;
    state.stop();
    fail(request, 'timeout');
  }));
  return () => deadlines.cancel(deadline);
}

function convert(loaded, type) {
  switch (type) {
    case 'arraybuffer':
      return new Uint8Array(loaded.bytes).buffer;
    case 'blob': {
      const { Blob } = require('internal/buffer/blob');
      return new Blob([loaded.bytes], { __proto__: null, type: loaded.type });
    }
    default:
      try {
        return JSONParse(textOf(loaded));
      } catch {
        return null;
      }
  }
}

const constant = (value) => ({ __proto__: null, value, enumerable: true });
const constants = {
  UNSENT: constant(UNSENT),
  OPENED: constant(OPENED),
  HEADERS_RECEIVED: constant(HEADERS_RECEIVED),
  LOADING: constant(LOADING),
  DONE: constant(DONE),
};
const tag = (value) => ({ [SymbolToStringTag]: { __proto__: null, value, configurable: true } });
ObjectDefineProperties(XMLHttpRequest, constants);
ObjectDefineProperties(XMLHttpRequest.prototype, { ...constants, ...tag('XMLHttpRequest') });
ObjectDefineProperties(XMLHttpRequestEventTarget.prototype, tag('XMLHttpRequestEventTarget'));
ObjectDefineProperties(XMLHttpRequestUpload.prototype, tag('XMLHttpRequestUpload'));
defineHandlers(XMLHttpRequest.prototype, ['readystatechange']);

module.exports = { XMLHttpRequest, XMLHttpRequestEventTarget, XMLHttpRequestUpload };
