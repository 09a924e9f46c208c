// CustomEvent: an event that carries a value of the program's.
'use strict';

const { ObjectDefineProperties, SymbolToStringTag } = primordials;

const { codes: { ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const { Event } = require('web/event');

class CustomEvent extends Event {
  #detail;

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() {
    if (this === null || typeof this !== 'object' || !(#detail in this)) {
      throw new ERR_INVALID_THIS('CustomEvent');
    }
    return this.#detail;
  }
}

ObjectDefineProperties(CustomEvent.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'CustomEvent', configurable: true },
  detail: { __proto__: null, enumerable: true },
});

module.exports = { CustomEvent };
