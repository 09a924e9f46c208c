// The lines of text/event-stream, out of pieces of bytes: fields that make events, and how long to wait before the next attempt.
'use strict';

const { RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeSlice } = primordials;

const { TextDecoder } = require('internal/encoding');

class EventStreamParser {
  #decoder = new TextDecoder('utf-8');
  #rest = '';
  // The last character was a CR, whose LF may be to come.
  #isAfterReturn = false;
  #data = undefined;
  #type = '';
  #lastEventId;
  #onEvent;
  #onRetry;

  // `onEvent(type, data, lastEventId)`, `onRetry(ms)`; `lastEventId` is that of the attempts before.
  constructor(lastEventId, onEvent, onRetry) {
    this.#lastEventId = lastEventId;
    this.#onEvent = onEvent;
    this.#onRetry = onRetry;
  }

  get lastEventId() {
    return this.#lastEventId;
  }

  push(bytes) {
    let text = this.#decoder.decode(bytes, { __proto__: null, stream: true });
    if (this.#isAfterReturn && text.length !== 0) {
      this.#isAfterReturn = false;
      if (text[0] === '\n') text = StringPrototypeSlice(text, 1);
    }
    text = this.#rest + text;
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at];
      if (character !== '\n' && character !== '\r') continue;
      this.#line(StringPrototypeSlice(text, from, at));
      if (character === '\r') {
        if (at + 1 === text.length) this.#isAfterReturn = true;
        else if (text[at + 1] === '\n') at++;
      }
      from = at + 1;
    }
    this.#rest = StringPrototypeSlice(text, from);
  }

  #line(line) {
    if (line === '') {
      this.#dispatch();
      return;
    }
    const colon = StringPrototypeIndexOf(line, ':');
    if (colon === 0) return;
    const name = colon === -1 ? line : StringPrototypeSlice(line, 0, colon);
    let value = colon === -1 ? '' : StringPrototypeSlice(line, colon + 1);
    if (value[0] === ' ') value = StringPrototypeSlice(value, 1);
    switch (name) {
      case 'event': this.#type = value; break;
      case 'data': this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`; break;
      case 'id':
        if (!StringPrototypeIncludes(value, '\0')) this.#lastEventId = value;
        break;
      case 'retry':
        if (RegExpPrototypeExec(/^[0-9]+$/, value) !== null) this.#onRetry(+value);
        break;
      default: break;
    }
  }

  // The empty line: what has been collected is an event if it has data.
  #dispatch() {
    const data = this.#data;
    const type = this.#type;
    this.#data = undefined;
    this.#type = '';
    if (data !== undefined) this.#onEvent(type === '' ? 'message' : type, data, this.#lastEventId);
  }
}

module.exports = { EventStreamParser };
