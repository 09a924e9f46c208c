// A hook: runs as a test does, with the context of the test it is called for, and reports nothing by itself.
'use strict';

const { FunctionPrototype } = primordials;
const { Test, hrtime, milliseconds } = require('internal/test_runner/test');
const { isFailure, kinds } = require('internal/test_runner/failure');

const noOptions = { __proto__: null };

class Hook extends Test {
  isHook = true;
  reportedType = 'hook';

  constructor(fn, options, { owner, type, place }) {
    if (typeof fn !== 'function') fn = FunctionPrototype;
    const { timeout, signal } = options === null || typeof options !== 'object' ? noOptions : options;
    super({ __proto__: null, fn, place, timeout, signal, name: `${type} hook` });
    this.owner = owner;
    this.hookType = type;
    this.given = undefined;
  }

  run(given) {
    if (this.endTime !== null && !this.outerSignal?.aborted) {
      this.passed = false;
      this.error = null;
      this.cancelled = false;
      this.endTime = null;
      this.isAborted = false;
      this.controller = undefined;
    }
    this.given = given;
    return super.run();
  }

  runArgs() {
    return this.given;
  }

  // The test that errors out of nowhere belong to.
  getContext() {
    return this.owner.getContext();
  }

  postRun() {
    this.endTime ??= hrtime();
    const { error, owner } = this;
    if (this.onOuterAbort !== undefined) require('internal/test_runner/abort').off(this.outerSignal, this.onOuterAbort);
    // Nothing else would tell of a failure in what runs after everything.
    if (error === null || owner !== owner.root || this.hookType !== 'after') return;
    if (isFailure(error)) error.failureType = kinds.hook;
    owner.reporter.fail({
      __proto__: null, name: this.place?.file, nesting: 0, testNumber: owner.subtests.length + 1, testId: this.owner.testId, parentId: 0, tags: [], place: this.place,
    }, { __proto__: null, duration_ms: milliseconds(this.startTime, this.endTime), error }, undefined);
  }
}

module.exports = { Hook };
