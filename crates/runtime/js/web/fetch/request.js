// Request: an address and how it is asked for.
'use strict';

const { ObjectDefineProperty, StringPrototypeToUpperCase, SymbolToStringTag, TypeError } = primordials;

const { makeSlot } = require('web/dom/slots');
const { Headers } = require('web/fetch/headers');
const { copyOf, extract, giveBody, mixBody } = require('web/fetch/body');
const { resolveInPage } = require('web/fetch/address');

const slot = makeSlot();

class Request {
  constructor(input, init = undefined) {
    const from = slot.has(input) ? input : undefined;
    const text = from === undefined ? `${input}` : from.url;
    const url = resolveInPage(text);
    if (url === null) throw new TypeError(`Failed to construct 'Request': Failed to parse URL from ${text}`);
    const method = StringPrototypeToUpperCase(`${init?.method ?? from?.method ?? 'GET'}`);
    const { bytes, type } = init?.body !== undefined ? extract(init.body) : { bytes: from === undefined ? null : copyOf(from), type: null };
    if (bytes !== null && (method === 'GET' || method === 'HEAD')) {
      throw new TypeError("Failed to construct 'Request': Request with GET/HEAD method cannot have body.");
    }
    const headers = new Headers(init?.headers ?? from?.headers);
    if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
    const { AbortSignal, dependOn } = require('web/abort_controller');
    const signal = init?.signal ?? from?.signal;
    if (signal !== undefined && !(signal instanceof AbortSignal)) {
      throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.");
    }
    slot.give(this, { url, method, headers, signal: signal ?? dependOn(AbortSignal, []) });
    giveBody(this, bytes);
  }

  get url() { return slot.of(this).url; }
  get method() { return slot.of(this).method; }
  get headers() { return slot.of(this).headers; }
  get signal() { return slot.of(this).signal; }

  clone() {
    return new Request(this);
  }
}
mixBody(Request.prototype);
ObjectDefineProperty(Request.prototype, SymbolToStringTag, { __proto__: null, value: 'Request', configurable: true });

module.exports = { Request };
