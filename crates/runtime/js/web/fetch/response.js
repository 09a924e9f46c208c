// Response: a status, headers and a body.
'use strict';

const { JSONStringify, ObjectDefineProperty, RangeError, SymbolToStringTag, TypeError } = primordials;

const { makeSlot } = require('web/dom/slots');
const { Headers } = require('web/fetch/headers');
const { copyOf, extract, giveBody, mixBody } = require('web/fetch/body');

const slot = makeSlot();

class Response {
  constructor(body = null, init = undefined) {
    const status = init?.status === undefined ? 200 : init.status & 0xffff;
    if (status < 200 || status > 599) {
      throw new RangeError("Failed to construct 'Response': " +
        `The status provided (${status}) is outside the range [200, 599].`);
    }
    const { bytes, type } = extract(body);
    if (bytes !== null && (status === 204 || status === 205 || status === 304)) {
      throw new TypeError("Failed to construct 'Response': Response with null body status cannot have body");
    }
    const headers = new Headers(init?.headers);
    if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
    slot.give(this, { status, statusText: `${init?.statusText ?? ''}`, headers, url: '', type: 'default' });
    giveBody(this, bytes);
  }

  static error() {
    const response = new Response();
    const state = slot.of(response);
    state.type = 'error';
    state.status = 0;
    return response;
  }

  static json(data, init = undefined) {
    const text = JSONStringify(data);
    if (text === undefined) throw new TypeError("Failed to execute 'json' on 'Response': The data is not JSON serializable");
    const headers = new Headers(init?.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new Response(text, { __proto__: null, status: init?.status, statusText: init?.statusText, headers });
  }

  get type() { return slot.of(this).type; }
  get url() { return slot.of(this).url; }
  get redirected() { slot.of(this); return false; }
  get status() { return slot.of(this).status; }
  get statusText() { return slot.of(this).statusText; }
  get headers() { return slot.of(this).headers; }
  get ok() {
    const { status } = slot.of(this);
    return status >= 200 && status <= 299;
  }

  clone() {
    const { status, statusText, headers, url, type } = slot.of(this);
    const copy = new Response(copyOf(this), { __proto__: null, status, statusText, headers });
    const state = slot.of(copy);
    state.url = url;
    state.type = type;
    return copy;
  }
}
mixBody(Response.prototype);
ObjectDefineProperty(Response.prototype, SymbolToStringTag, { __proto__: null, value: 'Response', configurable: true });

// The response to a request, from what was loaded.
function responseOf({ status, statusText, type, bytes, url }) {
  const response = new Response(bytes, { __proto__: null, status, statusText });
  const state = slot.of(response);
  state.url = url;
  state.type = 'basic';
  if (type !== '') state.headers.set('content-type', type);
  return response;
}

module.exports = { Response, responseOf };
