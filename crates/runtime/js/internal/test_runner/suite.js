// A suite: its function makes tests, all of which are made before the first of them runs.
'use strict';

const { ArrayPrototypePush, Promise, PromisePrototypeThen, PromiseResolve } = primordials;
const { Test, hrtime, once, race } = require('internal/test_runner/test');
const { failure, isFailure, kinds } = require('internal/test_runner/failure');

function all(promises) {
  return new Promise((resolve, reject) => {
    let left = promises.length;
    if (left === 0) resolve();
    for (let i = 0; i < promises.length; i++) {
      PromisePrototypeThen(promises[i], () => {
        if (--left === 0) resolve();
      }, reject);
    }
  });
}

class Suite extends Test {
  reportedType = 'suite';
  // Set when the suite's function is done: tests that come later are not its tests.
  isBuilt = false;
  building = undefined;

  constructor(options) {
    super(options);
    this.building = this.#build();
    this.fn = () => {};
  }

  #build() {
    try {
      const { context, args } = this.runArgs();
      const returned = this.runInScope(this.fn, context, args);
      if ((typeof returned === 'object' && returned !== null) || typeof returned === 'function') {
        return PromisePrototypeThen(PromiseResolve(returned), () => this.#built(), (error) => {
          this.fail(failure(error, kinds.code));
          this.#built();
        });
      }
    } catch (error) {
      this.fail(failure(error, kinds.code));
    }
    this.#built();
    return undefined;
  }

  #built() {
    this.isBuilt = true;
  }

  getContext() {
    if (this.context === undefined) {
      const { SuiteContext } = require('internal/test_runner/context');
      this.context = new SuiteContext(this);
    }
    return this.context;
  }

  async run() {
    this.enter();
    const hookArgs = this.runArgs();
    let watch;
    const runAfter = once(() => (this.hooks.after.length > 0 ? this.runHook('after', hookArgs) : undefined));
    try {
      await this.building;
      this.startTime = hrtime();
      if (this.shouldAbort()) {
        if (this.outerSignal?.aborted) this.abortFromOutside();
        this.subtests = [];
        this.postRun();
        return;
      }
      if (this.parent.hooks.before.length > 0) await this.parent.runHook('before', this.parent.runArgs());
      if (this.hooks.before.length > 0) await this.runHook('before', hookArgs);
      watch = this.watchForStop();
      const subtests = this.skipped || this.error !== null ? [] : this.subtests;
      const started = [];
      for (let i = 0; i < subtests.length; i++) ArrayPrototypePush(started, subtests[i].start());
      await race([all(started), watch.promise]);
      await runAfter();
      this.pass();
    } catch (error) {
      try {
        await runAfter();
      } catch {
        // The suite has failed already.
      }
      if (isFailure(error)) this.fail(error);
      else this.fail(failure(error, kinds.code));
    } finally {
      watch?.off();
      this.abort();
    }
    this.postRun();
  }
}

module.exports = { Suite };
