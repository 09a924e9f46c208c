// What a test's function is given: the test as programs see it.
'use strict';

const { ArrayPrototypeSlice, Error, ObjectDefineProperty, Promise } = primordials;
const { validateFunction, validateNumber, validateObject, validateString } = require('internal/validators');

const noOptions = { __proto__: null };

class TestContext {
  #test;

  constructor(test) {
    this.#test = test;
  }

  get signal() { return this.#test.signal; }
  get name() { return this.#test.name; }
  get filePath() { return this.#test.filePath; }
  get fullName() { return this.#test.fullName; }
  get error() { return this.#test.error; }
  get passed() { return this.#test.passed; }
  get attempt() { return this.#test.attempt; }
  get tags() { return ArrayPrototypeSlice(this.#test.tags); }

  get workerId() {
    const id = +process.env.NODE_TEST_WORKER_ID;
    return id > 0 ? id : undefined;
  }

  diagnostic(message) {
    this.#test.diagnostic(message);
  }

  log(message, data) {
    validateString(message, 'message');
    this.#test.reporter.log(this.#test, message, data);
  }

  plan(count, options = noOptions) {
    this.#test.plan(count, options);
  }

  get assert() {
    const assert = require('internal/test_runner/assertions').forTest(this, this.#test);
    ObjectDefineProperty(this, 'assert', { __proto__: null, value: assert, configurable: true, enumerable: false, writable: false });
    return assert;
  }

  get mock() { return this.#test.mock; }

  runOnly(value) {
    this.#test.runOnlySubtests = !!value;
  }

  skip(message) {
    this.#test.skip(message);
  }

  todo(message) {
    this.#test.todo(message);
  }

  test(name, options, fn) {
    const test = this.#test;
    test.expectedPlan?.count();
    const { Test } = require('internal/test_runner/test');
    return test.createSubtest(Test, name, options, fn, undefined, this.test).start();
  }

  before(fn, options) {
    this.#test.createHook('before', fn, options, this.before);
  }

  after(fn, options) {
    this.#test.createHook('after', fn, options, this.after);
  }

  beforeEach(fn, options) {
    this.#test.createHook('beforeEach', fn, options, this.beforeEach);
  }

  afterEach(fn, options) {
    this.#test.createHook('afterEach', fn, options, this.afterEach);
  }

  waitFor(condition, options = noOptions) {
    validateFunction(condition, 'condition');
    validateObject(options, 'options');
    const { interval = 50, timeout = 1000 } = options;
    validateNumber(interval, 'options.interval', 0, 2147483647);
    validateNumber(timeout, 'options.timeout', 0, 2147483647);
    return waitFor(condition, interval, timeout);
  }
}

function waitFor(condition, interval, timeout) {
  const { setTimeout, clearTimeout } = require('internal/test_runner/real_timers');
  const none = {};
  let cause = none;
  let isOver = false;
  let next;
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      isOver = true;
      clearTimeout(next);
      const error = new Error('waitFor() timed out');
      if (cause !== none) error.cause = cause;
      reject(error);
    }, timeout);
    const poll = async () => {
      try {
        const result = await condition();
        if (isOver) return;
        isOver = true;
        clearTimeout(limit);
        resolve(result);
      } catch (error) {
        cause = error;
        if (!isOver) next = setTimeout(poll, interval);
      }
    };
    poll();
  });
}

class SuiteContext {
  #suite;

  constructor(suite) {
    this.#suite = suite;
  }

  get signal() { return this.#suite.signal; }
  get name() { return this.#suite.name; }
  get filePath() { return this.#suite.filePath; }
  get fullName() { return this.#suite.fullName; }
  get passed() { return this.#suite.passed; }
  get attempt() { return this.#suite.attempt; }

  diagnostic(message) {
    this.#suite.diagnostic(message);
  }

  log(message, data) {
    validateString(message, 'message');
    this.#suite.reporter.log(this.#suite, message, data);
  }
}

module.exports = { TestContext, SuiteContext };
