// ErrorEvent: an error as something that happened to somebody else.
'use strict';

const { ObjectDefineProperties, SymbolToStringTag, TypeError } = primordials;

const { Event } = require('web/event_target');

class ErrorEvent extends Event {
  #message;
  #filename;
  #lineno;
  #colno;
  #error;

  constructor(type, init) {
    if (arguments.length === 0) throw new TypeError('ErrorEvent constructor: 1 argument required, but 0 found.');
    super(type, init);
    this.#message = `${init?.message ?? ''}`;
    this.#filename = `${init?.filename ?? ''}`;
    this.#lineno = (init?.lineno ?? 0) >>> 0;
    this.#colno = (init?.colno ?? 0) >>> 0;
    this.#error = init?.error;
  }

  get message() { return this.#message; }
  get filename() { return this.#filename; }
  get lineno() { return this.#lineno; }
  get colno() { return this.#colno; }
  get error() { return this.#error; }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(ErrorEvent.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'ErrorEvent', configurable: true },
  message: enumerable,
  filename: enumerable,
  lineno: enumerable,
  colno: enumerable,
  error: enumerable,
});

module.exports = { ErrorEvent };
