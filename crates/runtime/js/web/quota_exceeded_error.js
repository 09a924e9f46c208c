// QuotaExceededError: the DOMException of what would need more room than there is.
'use strict';

const { NumberIsFinite, ObjectDefineProperties, RangeError, SymbolToStringTag, TypeError } = primordials;
const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const { DOMException } = require('internal/errors/dom_exception');

class QuotaExceededError extends DOMException {
  #quota = null;
  #requested = null;

  constructor(message = '', options = {}) {
    super(message, 'QuotaExceededError');
    if (options === null || options === undefined) return;
    if ('quota' in options) this.#quota = readAmount(options.quota, 'quota');
    if ('requested' in options) this.#requested = readAmount(options.requested, 'requested');
    if (this.#quota !== null && this.#requested !== null && this.#requested < this.#quota) {
      throw new RangeError('options.requested must not be less than options.quota');
    }
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#quota in value)) throw new ERR_INVALID_THIS('QuotaExceededError');
    return value;
  }

  static amountsOf(value) {
    return value !== null && typeof value === 'object' && #quota in value ?
      { __proto__: null, quota: value.#quota, requested: value.#requested } : undefined;
  }

  get quota() { return QuotaExceededError.#check(this).#quota; }
  get requested() { return QuotaExceededError.#check(this).#requested; }
}

const { amountsOf } = QuotaExceededError;
delete QuotaExceededError.amountsOf;

function readAmount(value, name) {
  const number = +value;
  if (!NumberIsFinite(number)) {
    throw new TypeError(`Cannot convert options.${name} to a double: the value is ${number !== number ? 'NaN' : 'Infinity'}`);
  }
  if (number < 0) throw new RangeError(`options.${name} must not be negative`);
  return number;
}

// A copy of one; undefined for any other error.
function cloneOf(error) {
  const amounts = amountsOf(error);
  if (amounts === undefined) return undefined;
  const options = {};
  if (amounts.quota !== null) options.quota = amounts.quota;
  if (amounts.requested !== null) options.requested = amounts.requested;
  return new QuotaExceededError(error.message, options);
}

ObjectDefineProperties(QuotaExceededError, { length: { __proto__: null, value: 0, configurable: true } });
ObjectDefineProperties(QuotaExceededError.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'QuotaExceededError', configurable: true },
  quota: { __proto__: null, enumerable: true },
  requested: { __proto__: null, enumerable: true },
});

module.exports = { QuotaExceededError, cloneOf };
