// EventSource: events that a server sends over one long answer, asked for again when it breaks off.
//
//   CONNECTING ─► OPEN ─► CONNECTING … ─► CLOSED     an answer that is no event stream closes it; a broken one is asked for again
'use strict';

const {
  ObjectDefineProperties, PromisePrototypeThen, String, StringPrototypeSplit, StringPrototypeToLowerCase, StringPrototypeTrim,
  TypeError,
} = primordials;

const { URL } = require('internal/url/url');
const { DOMException } = require('internal/errors/dom_exception');
const { EventTarget, defineEventHandler, fire } = require('web/event_target');
const { Event } = require('web/event');
const { needArguments, scalarString } = require('web/fetch/conversions');
const { EventStreamParser } = require('web/event_source_parser');

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;
const RECONNECTION_MS = 3000;

let isWarned = false;

class EventSource extends EventTarget {
  #url;
  #withCredentials;
  #readyState = CONNECTING;
  #reconnectionMs = RECONNECTION_MS;
  #lastEventId = '';
  #abort = null;
  #timer = undefined;

  constructor(url, eventSourceInitDict = {}) {
    super();
    needArguments(arguments.length, 1, 'EventSource constructor');
    if (!isWarned) {
      isWarned = true;
      process.emitWarning('EventSource is experimental, expect them to change at any time.', { code: 'UNDICI-ES' });
    }
    const text = scalarString(url);
    if (eventSourceInitDict !== null && typeof eventSourceInitDict !== 'object' && typeof eventSourceInitDict !== 'function' &&
      eventSourceInitDict !== undefined) {
      throw new TypeError(`EventSource constructor: Expected ${String(eventSourceInitDict)} to be one of: Null, Undefined, Object.`);
    }
    this.#withCredentials = !!eventSourceInitDict?.withCredentials;
    const wanted = eventSourceInitDict?.node?.reconnectionTime;
    if (wanted !== undefined) this.#reconnectionMs = +wanted;
    try {
      this.#url = new URL(text).href;
    } catch (error) {
      throw new DOMException(`${error.name}: ${error.message}`, 'SyntaxError');
    }
    this.#connect();
  }

  get readyState() { return this.#readyState; }
  get url() { return this.#url; }
  get withCredentials() { return this.#withCredentials; }

  close() {
    if (this.#readyState === CLOSED) return;
    this.#readyState = CLOSED;
    this.#abort?.abort();
    require('timers').clearTimeout(this.#timer);
  }

  #connect() {
    const { fetch } = require('web/fetch/fetch');
    const { AbortController } = require('web/abort_controller');
    const controller = this.#abort = new AbortController();
    const headers = { __proto__: null, Accept: 'text/event-stream' };
    if (this.#lastEventId !== '') headers['last-event-id'] = this.#lastEventId;
    const answer = fetch(this.#url, { __proto__: null, headers, cache: 'no-store', signal: controller.signal });
    PromisePrototypeThen(answer, (response) => this.#open(response, controller), () => {
      if (this.#abort === controller) this.#tryAgain();
    });
  }

  #open(response, controller) {
    if (this.#readyState === CLOSED) return;
    const type = StringPrototypeToLowerCase(StringPrototypeTrim(StringPrototypeSplit(response.headers.get('content-type') ?? '', ';')[0]));
    if (response.status !== 200 || type !== 'text/event-stream') {
      this.#readyState = CLOSED;
      controller.abort();
      fire(this, new Event('error'));
      return;
    }
    this.#readyState = OPEN;
    fire(this, new Event('open'));
    const { origin } = new URL(response.url);
    const parser = new EventStreamParser(this.#lastEventId, (name, data, lastEventId) => {
      this.#lastEventId = lastEventId;
      if (this.#readyState === CLOSED) return;
      const { MessageEvent } = require('internal/messaging/message_event');
      fire(this, new MessageEvent(name, { __proto__: null, data, lastEventId, origin }));
    }, (ms) => { this.#reconnectionMs = ms; });
    this.#read(response.body.getReader(), parser);
  }

  #read(reader, parser) {
    PromisePrototypeThen(reader.read(), ({ done, value }) => {
      if (done) {
        this.#lastEventId = parser.lastEventId;
        this.#tryAgain();
        return;
      }
      parser.push(value);
      if (this.#readyState !== CLOSED) this.#read(reader, parser);
    }, () => this.#tryAgain());
  }

  // It broke off: another attempt, after the time that the server has asked for.
  #tryAgain() {
    if (this.#readyState === CLOSED) return;
    this.#readyState = CONNECTING;
    fire(this, new Event('error'));
    if (this.#readyState === CLOSED) return;
    this.#timer = require('timers').setTimeout(() => this.#connect(), this.#reconnectionMs);
  }
}

const enumerable = { __proto__: null, enumerable: true };
const constants = {
  __proto__: null,
  CONNECTING: { __proto__: null, value: CONNECTING, enumerable: true },
  OPEN: { __proto__: null, value: OPEN, enumerable: true },
  CLOSED: { __proto__: null, value: CLOSED, enumerable: true },
};
ObjectDefineProperties(EventSource.prototype, { readyState: enumerable, url: enumerable, withCredentials: enumerable, close: enumerable });
defineEventHandler(EventSource.prototype, 'open');
defineEventHandler(EventSource.prototype, 'message');
defineEventHandler(EventSource.prototype, 'error');
ObjectDefineProperties(EventSource.prototype, constants);
ObjectDefineProperties(EventSource, constants);
ObjectDefineProperties(EventSource, { length: { __proto__: null, value: 1, configurable: true } });

module.exports = { EventSource };
