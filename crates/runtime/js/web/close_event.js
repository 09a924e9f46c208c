// CloseEvent: how a connection ended.
'use strict';

const { ObjectDefineProperties, SymbolToStringTag, TypeError } = primordials;

const { Event } = require('web/event_target');

class CloseEvent extends Event {
  #code;
  #reason;
  #wasClean;

  constructor(type, init = undefined) {
    if (arguments.length === 0) throw new TypeError('CloseEvent constructor: 1 argument required, but 0 found.');
    super(type, init);
    this.#code = (init?.code ?? 0) & 0xffff;
    this.#reason = `${init?.reason ?? ''}`;
    this.#wasClean = !!init?.wasClean;
  }

  get wasClean() { return this.#wasClean; }
  get code() { return this.#code; }
  get reason() { return this.#reason; }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(CloseEvent.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'CloseEvent', configurable: true },
  wasClean: enumerable,
  code: enumerable,
  reason: enumerable,
});

module.exports = { CloseEvent };
