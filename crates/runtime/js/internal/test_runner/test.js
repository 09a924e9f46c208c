// A test: a node of the tree whose root stands for the file or the run.
//
// Life of a test: made (`createSubtest`), enqueued and, when its parent has room, dequeued and run (`start`, `run`), done
// (`postRun`: `test:complete`), reported (`finalize`: `test:start`, then the results of its subtests, then `test:pass` or
// `test:fail`). Tests are done in any order and reported in the order they were made in: a parent keeps those that are done
// in `readySubtests` and lets go of them from `waitingOn` on, once its own turn has come.
//
// A test that is cancelled is done at once; what it still runs goes on unwatched.
'use strict';

const {
  ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSlice, ArrayPrototypeSplice, ArrayPrototypeUnshift, FunctionPrototype, MathMax,
  Promise, PromisePrototypeThen, PromiseResolve, ReflectApply, SafeMap, StringPrototypeToLowerCase,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateAbortSignal, validateArray, validateNumber, validateString, validateUint32 } = require('internal/validators');
const { isPromise } = require('internal/util/types');
const asyncContext = require('internal/async_hooks/context');
const frames = require('internal/async_hooks/frame');
const hooks = require('internal/async_hooks/hooks');
const { AsyncResource } = require('internal/async_hooks/resource');
const { failure, isFailure, kinds } = require('internal/test_runner/failure');
const { callerPlace } = require('internal/test_runner/place');
const { silent } = require('internal/test_runner/stream');
const { TestPlan } = require('internal/test_runner/plan');
const { matchExpectedFailure, readExpectedFailure } = require('internal/test_runner/expected_failure');

const TIMEOUT_MAX = 2147483647;

// The key under which the async context holds the test that is running.
const storage = { __proto__: null, name: 'test' };
const noop = FunctionPrototype;
const NO_TAGS = [];

function currentTest() {
  return asyncContext.current === undefined ? undefined : frames.get(storage);
}

function hrtime() {
  return process.hrtime();
}

function milliseconds(from, to) {
  return ((to[0] - from[0]) * 1e9 + (to[1] - from[1])) / 1e6;
}

function once(fn) {
  let result;
  let called = false;
  return (...args) => {
    if (!called) {
      called = true;
      result = ReflectApply(fn, undefined, args);
    }
    return result;
  };
}

function deferred() {
  const result = { promise: undefined, resolve: undefined };
  result.promise = new Promise((resolve) => {
    result.resolve = resolve;
  });
  return result;
}

function race(promises) {
  return new Promise((resolve, reject) => {
    for (let i = 0; i < promises.length; i++) PromisePrototypeThen(PromiseResolve(promises[i]), resolve, reject);
  });
}

function isObject(value) {
  return value !== null && typeof value === 'object';
}

// A callback for a test that takes one, and the promise of its call.
function deferredCallback() {
  let calls = 0;
  let settle;
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  const done = (error) => {
    calls++;
    // A second call in the same run of the test fails it; a later one has only the process to tell.
    if (calls > 1) {
      const late = failure('callback invoked multiple times', kinds.multipleCallbacks);
      if (calls === 2) throw late;
      return;
    }
    if (error) settle.reject(error);
    else settle.resolve();
  };
  return { promise, done };
}

function readTags(tags, parent) {
  if (tags === undefined) return parent === null ? NO_TAGS : parent.tags;
  validateArray(tags, 'options.tags');
  const result = parent === null ? [] : ArrayPrototypeSlice(parent.tags);
  for (let i = 0; i < tags.length; i++) {
    validateString(tags[i], `options.tags[${i}]`);
    if (tags[i] === '') throw new ERR_INVALID_ARG_VALUE(`options.tags[${i}]`, tags[i], 'must not be empty');
    const tag = StringPrototypeToLowerCase(tags[i]);
    if (!ArrayPrototypeIncludes(result, tag)) ArrayPrototypePush(result, tag);
  }
  require('internal/test_runner/experimental').warnExperimental('Test tags');
  return result;
}

class Test extends AsyncResource {
  reportedType = 'test';
  subtests = [];
  readySubtests = new SafeMap();
  pendingSubtests = [];
  activeSubtests = 0;
  waitingOn = 0;
  outputSubtestCount = 0;
  testNumber = 0;
  finished = false;
  reportedStart = false;
  startTime = null;
  endTime = null;
  passed = false;
  error = null;
  cancelled = false;
  filtered = false;
  filteredByName = false;
  runOnlySubtests = false;
  hasOnlyTests = false;
  diagnostics = [];
  expectedPlan = null;
  isAborted = false;
  controller = undefined;
  stopped = undefined;
  tracker = undefined;
  // Settled when the subtests that there are have run for the first time: a test waits for them, not for later ones.
  subtestsDone = undefined;
  context = undefined;
  frame = asyncContext.current;

  constructor(options) {
    super('Test');
    const { parent = null, place, concurrency, expectFailure, only, timeout, todo, skip, signal, plan, tags } = options;
    let { fn, name } = options;
    if (typeof fn !== 'function') fn = noop;
    if (typeof name !== 'string' || name === '') name = fn.name || '<anonymous>';
    this.parent = parent;
    this.name = name;
    this.place = place;
    this.only = only;
    if (parent === null) {
      this.root = this;
      this.harness = options.harness;
      this.config = options.config;
      this.nesting = 0;
      this.concurrency = 1;
      this.reporter = options.reporter;
      this.timeout = options.config?.timeout ?? Infinity;
      this.testId = 0;
      this.parentId = 0;
      this.isTodo = false;
      this.childNumber = 0;
      this.hooks = { __proto__: null, before: [], after: [], beforeEach: [], afterEach: [], ownAfterEachCount: 0 };
      this.entryFile = options.entryFile;
    } else {
      this.root = parent.root;
      this.harness = parent.harness;
      this.config = parent.config;
      this.nesting = parent.parent === null ? parent.nesting : parent.nesting + 1;
      this.concurrency = parent.concurrency;
      this.reporter = parent.reporter;
      this.timeout = parent.timeout;
      this.parentId = parent.testId;
      this.isTodo = parent.isTodo;
      this.childNumber = parent.subtests.length + 1;
      this.hooks = {
        __proto__: null, before: [], after: [], beforeEach: ArrayPrototypeSlice(parent.hooks.beforeEach),
        afterEach: ArrayPrototypeSlice(parent.hooks.afterEach), ownAfterEachCount: 0,
      };
    }
    this.#readConcurrency(concurrency);
    if (timeout !== undefined && timeout !== null) {
      if (timeout !== Infinity) validateNumber(timeout, 'options.timeout', 0, TIMEOUT_MAX);
      this.timeout = timeout;
    }
    if (signal !== undefined && signal !== null) validateAbortSignal(signal, 'options.signal');
    this.tags = readTags(tags, parent);
    this.skipped = !!skip;
    if (todo !== undefined && todo !== false) this.isTodo = true;
    if (typeof skip === 'string') this.message = skip;
    else this.message = typeof todo === 'string' ? todo : null;
    this.expectFailure = readExpectedFailure(expectFailure, parent?.expectFailure);
    this.planned = plan;
    if (parent !== null) {
      this.testId = this.harness.nextTestId();
      this.#readFilters(only);
      if (only === false) fn = noop;
    }
    this.fn = this.skipped ? noop : this.#again(fn, new.target === Test, options.path !== undefined);
    this.#follow(signal);
  }

  #readConcurrency(concurrency) {
    switch (typeof concurrency) {
      case 'number':
        validateUint32(concurrency, 'options.concurrency', true);
        this.concurrency = concurrency;
        break;
      case 'boolean':
        if (!concurrency) this.concurrency = 1;
        else if (this.parent === null) this.concurrency = MathMax(require('os').availableParallelism() - 1, 1);
        else this.concurrency = Infinity;
        break;
      default:
        if (concurrency !== undefined && concurrency !== null) {
          throw new ERR_INVALID_ARG_TYPE('options.concurrency', ['boolean', 'number'], concurrency);
        }
    }
  }

  // A test whose name is asked for brings its ancestors back; so does one that is `only`.
  #readFilters(only) {
    const { filter } = this.config;
    if (filter !== undefined && filter !== null) {
      this.filteredByName = filter.excludes(this);
      if (!this.filteredByName) {
        for (let test = this.parent; test !== null && test.filteredByName; test = test.parent) test.filteredByName = false;
      }
    }
    if (!only) return;
    if (!this.harness.honoursOnly) {
      this.diagnostic('\'only\' and \'runOnly\' require the --test-only command-line option.');
      return;
    }
    this.harness.isFilteringByOnly = true;
    this.parent.runOnlySubtests = true;
    if (this.parent === this.root || this.parent.startTime === null) {
      for (let test = this.parent; test !== null && !test.hasOnlyTests; test = test.parent) test.hasOnlyTests = true;
    }
  }

  get attempt() {
    return this.harness?.attempts?.number ?? 0;
  }

  // A test that passed in an earlier attempt only tells of itself and of its own.
  #again(fn, isTest, isFile) {
    const attempts = this.harness?.attempts;
    if (attempts === undefined || this.parent === null || isFile) return fn;
    this.passedBefore = attempts.passed(this.place);
    if (this.passedBefore === undefined || !isTest) return fn;
    const { children } = this.passedBefore;
    if (children.length === 0) return noop;
    return async () => {
      for (let i = 0; i < children.length; i++) {
        const { name, file, line, column } = children[i];
        const place = { __proto__: null, line, column, file };
        await this.createSubtest(Test, name, undefined, noop, { __proto__: null, place }).start();
      }
    };
  }

  #follow(signal) {
    this.outerSignal = signal ?? undefined;
    if (this.outerSignal === undefined || this.outerSignal.aborted) return;
    this.onOuterAbort = () => this.abortFromOutside();
    const { on } = require('internal/test_runner/abort');
    on(this.outerSignal, this.onOuterAbort);
  }

  abortFromOutside() {
    let error = this.outerSignal?.reason;
    if (!error) {
      const { AbortError } = require('internal/errors');
      error = new AbortError('The test was aborted');
    }
    error.failureType = kinds.aborted;
    this.cancel(error);
  }

  // The signal of the test, made when it is first asked for.
  get signal() {
    if (this.controller === undefined) {
      const { AbortController } = require('internal/test_runner/abort');
      this.controller = new AbortController();
      if (this.isAborted) this.controller.abort();
    }
    return this.controller.signal;
  }

  // Tells the test's code that the test is over; what waits for it waits no more.
  abort() {
    if (this.isAborted) return;
    this.isAborted = true;
    this.controller?.abort();
    this.stopped?.();
  }

  getContext() {
    if (this.context === undefined) {
      const { TestContext } = require('internal/test_runner/context');
      this.context = new TestContext(this);
    }
    return this.context;
  }

  get fullName() {
    if (this.parent === null || this.parent === this.root) return this.name;
    return `${this.parent.fullName} > ${this.name}`;
  }

  get filePath() {
    return this.root.entryFile ?? this.place?.file;
  }

  get classname() {
    if (this.parent === null || this.parent.parent === null) return undefined;
    const names = [];
    for (let test = this.parent; test.parent !== null; test = test.parent) ArrayPrototypeUnshift(names, test.name);
    return ArrayPrototypeJoin(names, '.');
  }

  get mock() {
    if (this.tracker === undefined) {
      const { MockTracker } = require('internal/test_runner/mock/tracker');
      this.tracker = new MockTracker();
    }
    return this.tracker;
  }

  hasConcurrency() {
    return this.concurrency > this.activeSubtests;
  }

  createSubtest(Class, name, options, fn, overrides, upTo) {
    if (typeof name === 'function') {
      fn = name;
    } else if (isObject(name)) {
      fn = options;
      options = name;
    } else if (typeof options === 'function') {
      fn = options;
    }
    if (!isObject(options)) options = { __proto__: null };
    const place = overrides?.place ?? callerPlace(upTo);
    let parent = this;
    // The root can tell of a test that comes too late for its parent.
    const isLate = this.finished || this.isBuilt === true;
    if (isLate) parent = this.root;
    const test = new Class({ __proto__: null, ...options, name: typeof name === 'string' ? name : options.name, fn, parent, place, ...overrides });
    if (parent.waitingOn === 0) parent.waitingOn = test.childNumber;
    if (isLate) test.fail(failure('test could not be started because its parent finished', 'parentAlreadyFinished'));
    ArrayPrototypePush(parent.subtests, test);
    parent.subtestsDone ??= deferred();
    return test;
  }

  createHook(name, fn, options, upTo) {
    const { Hook } = require('internal/test_runner/hook');
    const hook = new Hook(fn, options, { __proto__: null, owner: this, type: name, place: callerPlace(upTo) });
    if (name === 'before' || name === 'after') hook.run = once((args) => Hook.prototype.run.call(hook, args));
    if (name === 'before' && this.startTime !== null) {
      // The test runs already, so this hook runs at once.
      PromisePrototypeThen(hook.run(this.runArgs()), () => {
        if (hook.error !== null) this.fail(hook.error);
      });
    }
    if (name === 'afterEach') {
      // Those of the ancestors come after the test's own.
      ArrayPrototypeSplice(this.hooks.afterEach, this.hooks.ownAfterEachCount, 0, hook);
      this.hooks.ownAfterEachCount++;
    } else {
      ArrayPrototypePush(this.hooks[name], hook);
    }
    return hook;
  }

  fail(error) {
    if (this.error !== null) return;
    if (this.expectFailure !== undefined && !this.skipped) {
      const mismatch = matchExpectedFailure(this.expectFailure, isFailure(error) && error.failureType === kinds.code ? error.cause : error);
      if (mismatch === undefined) {
        this.passed = true;
        this.error = error;
        return;
      }
      error = failure('The test failed, but the error did not match the expected validation', kinds.code);
      error.cause = mismatch;
    }
    this.passed = false;
    this.error = error;
  }

  pass() {
    if (this.error !== null) return;
    if (this.expectFailure !== undefined && !this.skipped) {
      this.passed = false;
      this.error = failure('test was expected to fail but passed', kinds.expectedFailure);
      return;
    }
    this.passed = true;
  }

  skip(message) {
    this.skipped = true;
    this.message = message;
  }

  todo(message) {
    this.isTodo = true;
    this.message = message;
  }

  diagnostic(message, level) {
    ArrayPrototypePush(this.diagnostics, { message, level });
  }

  cancel(error) {
    if (this.endTime !== null || this.error !== null) return;
    this.fail(error ?? failure('test did not finish before its parent and was cancelled', kinds.cancelledByParent));
    this.cancelled = true;
    this.abort();
  }

  // Errors are never filtered out.
  applyFilters() {
    if (this.error !== null) {
      this.filtered = false;
      return;
    }
    if (this.filteredByName) {
      this.filtered = true;
      return;
    }
    if (!this.harness.isFilteringByOnly || this.only || this.hasOnlyTests) return;
    if (this.parent.runOnlySubtests || this.parent.hasOnlyTests || this.only === false) this.filtered = true;
  }

  // Runs the test, now or when its parent has room for it.
  start() {
    this.applyFilters();
    if (this.filtered) {
      this.reporter = silent;
      return this.runFiltered();
    }
    this.reporter.enqueue(this, this.reportedType);
    if (this.config.seed !== undefined) return this.#waitForTurn();
    if (!this.parent.hasConcurrency()) {
      return new Promise((resolve, reject) => {
        ArrayPrototypePush(this.parent.pendingSubtests, { test: this, resolve, reject });
      });
    }
    this.reporter.dequeue(this, this.reportedType);
    return this.run();
  }

  // In a random order nobody runs before all are there that are made at once.
  #waitForTurn() {
    const { parent } = this;
    return new Promise((resolve, reject) => {
      ArrayPrototypePush(parent.pendingSubtests, { test: this, resolve, reject });
      PromisePrototypeThen(PromiseResolve(), () => parent.processPendingSubtests());
    });
  }

  // The next of those that wait. In a random order they are reported as they come, each with the number that it was made with.
  #nextPending() {
    const { seed } = this.config;
    if (seed === undefined) return ArrayPrototypeShift(this.pendingSubtests);
    const { generator, pick } = require('internal/test_runner/random_order');
    this.random ??= generator(seed);
    const next = pick(this.pendingSubtests, this.random);
    next.test.takeTurn();
    return next;
  }

  takeTurn() {
    if (this.config.seed === undefined || this.hasTurn === true || this.parent === null) return;
    this.hasTurn = true;
    this.testNumber = this.childNumber;
    this.parent.turns = (this.parent.turns ?? 0) + 1;
    this.childNumber = this.parent.turns;
  }

  runFiltered() {
    this.takeTurn();
    this.passed = true;
    this.subtests = [];
    this.enter();
    return PromisePrototypeThen(PromiseResolve(), () => this.postRun());
  }

  // Takes a place among the running subtests of its parent. The process lives while one runs, whatever it waits for.
  enter() {
    const { parent } = this;
    if (parent === null) return;
    if (parent === this.root && parent.activeSubtests === 0) this.harness.hold();
    parent.activeSubtests++;
  }

  shouldAbort() {
    return this.isAborted || this.outerSignal?.aborted === true;
  }

  runArgs() {
    const context = this.getContext();
    return { context, args: [context] };
  }

  // Calls a function of the program as part of this test.
  runInScope(fn, receiver, args) {
    const outer = asyncContext.current;
    asyncContext.current = this.frame;
    frames.enter(storage, this);
    if (this.harness !== undefined) this.harness.running = this;
    try {
      // The fewer frames there are between two tests, the more of the program's a stack has.
      if (!hooks.enabled) return ReflectApply(fn, receiver, args);
      const frame = asyncContext.current;
      return this.runInAsyncScope(() => {
        asyncContext.current = frame;
        return ReflectApply(fn, receiver, args);
      });
    } finally {
      asyncContext.current = outer;
    }
  }

  // Rejects when the test is to wait no longer. `off` ends the watch.
  watchForStop() {
    let timer;
    const promise = new Promise((resolve, reject) => {
      this.stopped = () => {
        const { AbortError } = require('internal/errors');
        reject(new AbortError('The test was aborted'));
      };
      if (this.timeout !== Infinity) {
        const { setTimeout } = require('internal/test_runner/real_timers');
        timer = setTimeout(() => reject(failure(`test timed out after ${this.timeout}ms`, kinds.timeout)), this.timeout);
        timer.unref();
      }
    });
    // Nobody may be waiting any more.
    PromisePrototypeThen(promise, undefined, noop);
    const off = () => {
      this.stopped = undefined;
      if (timer !== undefined) require('internal/test_runner/real_timers').clearTimeout(timer);
    };
    return { promise, off };
  }

  // What the function of the test is waited for by: a promise, or undefined if it is done.
  waitFor(returned, pending) {
    if (pending !== undefined) {
      if (!isPromise(returned)) return pending;
      this.fail(failure('passed a callback but also returned a Promise', kinds.callbackAndPromise));
    }
    return (typeof returned === 'object' && returned !== null) || typeof returned === 'function' ? returned : undefined;
  }

  async run() {
    this.enter();
    this.startTime ??= hrtime();
    if (this.shouldAbort()) {
      if (this.outerSignal?.aborted) this.abortFromOutside();
      this.postRun();
      return;
    }
    const { parent } = this;
    const hookArgs = this.runArgs();
    const { context, args } = this.runArgs();
    if (this.planned !== undefined && this.expectedPlan === null) context.plan(this.planned);

    // A test that skips itself has run.
    const isSkipped = this.skipped;
    const runAfter = once(async () => {
      if (this.hooks.after.length > 0) await this.runHook('after', hookArgs);
    });
    const runAfterEach = once(async () => {
      if (parent !== null && parent.hooks.afterEach.length > 0 && !isSkipped) await parent.runHook('afterEach', hookArgs);
    });
    let watch;
    try {
      if (parent !== null && parent.hooks.before.length > 0) {
        // Those of the parent, if it is a test: a suite has run them.
        await parent.runHook('before', parent.runArgs());
      }
      if (parent !== null && parent.hooks.beforeEach.length > 0 && !this.skipped) await parent.runHook('beforeEach', hookArgs);
      watch = this.watchForStop();
      const given = ArrayPrototypeSlice(args);
      let pending;
      if (this.fn.length === given.length + 1) {
        // The test takes a callback.
        const { promise, done } = deferredCallback();
        pending = promise;
        ArrayPrototypePush(given, done);
      }
      const waited = this.waitFor(this.runInScope(this.fn, context, given), pending);
      if (waited !== undefined) await race([waited, watch.promise]);
      if (this.subtestsDone !== undefined) await race([this.subtestsDone.promise, watch.promise]);
      const planned = this.expectedPlan?.check();
      if (planned !== undefined) await race([planned, watch.promise]);
      this.pass();
      await runAfterEach();
      await runAfter();
    } catch (error) {
      if (isFailure(error)) {
        if (error.failureType === kinds.timeout) this.cancel(error);
        else this.fail(error);
      } else {
        this.fail(failure(error, kinds.code));
      }
      try {
        await runAfterEach();
      } catch {
        // The test has failed already.
      }
      try {
        await runAfter();
      } catch {
        // The same.
      }
    } finally {
      watch?.off();
      // What listens to the signal learns that the test is over.
      if (parent !== null || this.isHook === true) this.abort();
    }
    if (parent !== null || this.isHook === true) this.postRun();
  }

  // The hooks of one kind, one after the other; throws what the first that fails threw.
  async runHook(name, args) {
    const hooks = this.hooks[name];
    try {
      for (let i = 0; i < hooks.length; i++) {
        await hooks[i].run(args);
        if (hooks[i].error !== null) throw hooks[i].error;
      }
    } catch (error) {
      const failed = failure(`failed running ${name} hook`, kinds.hook);
      failed.cause = isFailure(error) ? error.cause : error;
      throw failed;
    }
  }

  #endSubtests(pendingError) {
    let failed = 0;
    for (let i = 0; i < this.subtests.length; i++) {
      const subtest = this.subtests[i];
      if (!subtest.finished) {
        subtest.takeTurn();
        subtest.cancel(pendingError);
        subtest.postRun(pendingError);
      }
      if (!subtest.passed && !subtest.isTodo) failed++;
    }
    return failed;
  }

  // What is to be done when a test has run, or will not.
  postRun(pendingError) {
    this.endTime ??= hrtime();
    // Those that did not finish are cancelled. They come back here when they are done, and find their parent finished.
    this.pendingSubtests = [];
    const failed = this.#endSubtests(pendingError);
    if ((this.passed || this.parent === null) && failed > 0) {
      this.fail(failure(`${failed} subtest${failed > 1 ? 's' : ''} failed`, kinds.subtests));
    }
    if (this.onOuterAbort !== undefined) require('internal/test_runner/abort').off(this.outerSignal, this.onOuterAbort);
    this.tracker?.reset();
    const { parent } = this;
    if (parent === null) {
      this.harness.finish(this);
      return;
    }
    if (!this.filtered) {
      this.testNumber ||= this.#numberAmongSiblings();
      const details = this.details();
      details.passed = this.passed;
      this.reporter.complete(this, details, this.directive());
    }
    parent.activeSubtests--;
    if (parent === this.root && parent.activeSubtests === 0) this.harness.release();
    parent.readySubtests.set(this.childNumber, this);
    parent.processReadySubtests(false);
    parent.processPendingSubtests();
    if (parent.activeSubtests === 0 && parent.pendingSubtests.length === 0) parent.subtestsDone?.resolve();
    if (parent === this.root && parent.activeSubtests === 0 && parent.pendingSubtests.length === 0 && parent.readySubtests.size === 0) {
      parent.harness.drained(parent);
    }
  }

  // Those that are filtered out have no number.
  #numberAmongSiblings() {
    const { subtests, outputSubtestCount } = this.parent;
    let number = outputSubtestCount + 1;
    for (let i = this.parent.waitingOn - 1; i < this.childNumber - 1; i++) {
      if (i >= 0 && subtests[i] !== undefined && !subtests[i].filtered) number++;
    }
    return number;
  }

  async processPendingSubtests() {
    while (this.pendingSubtests.length > 0 && this.hasConcurrency()) {
      const { test, resolve, reject } = this.#nextPending();
      test.reporter.dequeue(test, this.reportedType);
      try {
        await test.run();
        resolve();
      } catch (error) {
        reject(error);
      }
    }
  }

  // Whether all that was made before has been reported.
  isClearToSend() {
    return this.parent === null || (this.parent.waitingOn === this.childNumber && this.parent.isClearToSend());
  }

  processReadySubtests(canSend) {
    const start = this.waitingOn;
    const end = start + this.readySubtests.size;
    for (let i = start; i < end; i++) {
      const subtest = this.readySubtests.get(i);
      if (subtest === undefined) return;
      canSend = canSend || this.isClearToSend();
      if (!canSend) return;
      // The first result tells of its ancestors too.
      if (i === 1 && this.parent !== null && !subtest.filtered) this.reportStarted();
      subtest.finalize();
      this.readySubtests.delete(i);
    }
  }

  finalize() {
    this.processReadySubtests(true);
    if (!this.filtered) {
      this.parent.outputSubtestCount++;
      this.report();
    }
    this.parent.waitingOn++;
    this.finished = true;
    if (this.parent === this.root && this.root.waitingOn > this.root.subtests.length) this.harness.reported?.();
  }

  details() {
    const details = { __proto__: null, duration_ms: this.startTime === null ? 0 : milliseconds(this.startTime, this.endTime), type: this.reportedType };
    if (!this.passed) details.error = this.error;
    const { attempts } = this.harness;
    if (attempts !== undefined) {
      details.attempt = attempts.number;
      if (this.passedBefore !== undefined) {
        if (this.reportedType === 'test') details.duration_ms = this.passedBefore.duration_ms;
        details.passed_on_attempt = this.passedBefore.passed_on_attempt;
      }
    }
    const { classname } = this;
    if (classname !== undefined) details.classname = classname;
    return details;
  }

  directive() {
    if (this.skipped) return { __proto__: null, skip: this.message ?? true };
    if (this.isTodo) return { __proto__: null, todo: this.message ?? true };
    if (this.expectFailure !== undefined) return { __proto__: null, expectFailure: this.expectFailure.label ?? true };
    return undefined;
  }

  report() {
    this.harness.count(this);
    if (this.outputSubtestCount > 0) this.reporter.plan(this.subtests[0].nesting, this.place, this.outputSubtestCount);
    else this.reportStarted();
    const details = this.details();
    if (this.passed) this.reporter.ok(this, details, this.directive());
    else this.reporter.fail(this, details, this.directive());
    for (let i = 0; i < this.diagnostics.length; i++) {
      const { message, level } = this.diagnostics[i];
      this.reporter.diagnostic(this.nesting, this.place, message, level);
    }
  }

  reportStarted() {
    if (this.reportedStart || this.parent === null) return;
    this.reportedStart = true;
    this.parent.reportStarted();
    this.reporter.start(this);
  }

  plan(count, options) {
    if (this.expectedPlan !== null) throw failure('cannot set plan more than once', kinds.code);
    this.expectedPlan = new TestPlan(count, options);
  }
}

module.exports = { Test, currentTest, hrtime, milliseconds, once, race, storage };
