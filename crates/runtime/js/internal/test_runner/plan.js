// How many assertions and subtests a test says it will have.
'use strict';

const { Promise } = primordials;
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateObject, validateUint32 } = require('internal/validators');
const { failure, kinds } = require('internal/test_runner/failure');

const noOptions = { __proto__: null };

class TestPlan {
  #waits = false;
  #timeout;
  #resolve;
  #timer;

  constructor(count, options = noOptions) {
    validateUint32(count, 'count');
    validateObject(options, 'options');
    this.expected = count;
    this.actual = 0;
    const { wait } = options;
    if (typeof wait === 'boolean') {
      this.#waits = wait;
    } else if (typeof wait === 'number') {
      require('internal/validators').validateNumber(wait, 'options.wait', 0, 2147483647);
      this.#waits = true;
      this.#timeout = wait;
    } else if (wait !== undefined) {
      throw new ERR_INVALID_ARG_TYPE('options.wait', ['boolean', 'number'], wait);
    }
  }

  // Undefined if all is well, or a promise that it will be; throws if it is not.
  check() {
    if (this.actual === this.expected) return undefined;
    if (this.#waits && this.actual < this.expected) return this.#wait();
    throw failure(`plan expected ${this.expected} assertions but received ${this.actual}`, kinds.code);
  }

  #wait() {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      if (this.#timeout === undefined) return;
      const { setTimeout } = require('internal/test_runner/real_timers');
      this.#timer = setTimeout(() => reject(failure(
        `plan timed out after ${this.#timeout}ms with ${this.actual} assertions when expecting ${this.expected}`, kinds.timeout,
      )), this.#timeout);
    });
  }

  count() {
    this.actual++;
    if (this.#resolve === undefined || this.actual !== this.expected) return;
    if (this.#timer !== undefined) require('internal/test_runner/real_timers').clearTimeout(this.#timer);
    this.#resolve();
  }
}

module.exports = { TestPlan };
