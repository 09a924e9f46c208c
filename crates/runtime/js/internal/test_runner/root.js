// The root of the tests of a process, and the functions that programs make tests with.
//
// The root comes with the first test. Reporters are set up beside it; tests begin a few microtasks later, when a file in
// CommonJS has made all of its. When the loop has nothing left to do, what has not finished is cancelled and the results are
// summed up.
'use strict';

const { ArrayPrototypeForEach, ObjectDefineProperty, PromisePrototypeThen, PromiseResolve, SafeWeakMap } = primordials;
const { Test, currentTest, hrtime, milliseconds } = require('internal/test_runner/test');
const { failure, kinds } = require('internal/test_runner/failure');
const { TestsStream } = require('internal/test_runner/stream');

const GENERIC_USER_ERROR = 1;

// What the tests of one run share.
class Harness {
  counts = { __proto__: null, tests: 0, failed: 0, passed: 0, cancelled: 0, skipped: 0, todo: 0, topLevel: 0, suites: 0 };
  success = true;
  isFilteringByOnly = false;
  honoursOnly = true;
  bootstrap = undefined;
  isDone = false;
  // The test whose function was called last.
  running = undefined;
  #lastId = 0;
  #holder;
  #coverage;
  #writeAttempt;
  attempts = undefined;

  constructor(config) {
    this.config = config;
    this.isFilteringByOnly = config.only;
  }

  nextTestId() {
    return ++this.#lastId;
  }

  // Keeps the loop alive.
  hold() {
    if (this.#holder !== undefined) return;
    this.#holder = require('internal/test_runner/real_timers').setTimeout(() => {}, 2147483647);
  }

  release() {
    if (this.#holder === undefined) return;
    require('internal/test_runner/real_timers').clearTimeout(this.#holder);
    this.#holder = undefined;
  }

  count(test) {
    const { counts } = this;
    if (test.parent === test.root) counts.topLevel++;
    if (test.reportedType === 'suite') {
      counts.suites++;
    } else {
      counts.tests++;
      if (test.skipped) counts.skipped++;
      else if (test.isTodo) counts.todo++;
      else if (test.cancelled) counts.cancelled++;
      else if (!test.passed) counts.failed++;
      else counts.passed++;
    }
    if (!test.passed && !test.isTodo) this.success = false;
  }

  // All tests that there are have been reported. What keeps the loop alive may be cleaned up by the root's `after`.
  drained(root) {
    root.run();
    if (this.config.forceExit) this.forceExit?.(root);
  }

  // The run goes on where an earlier one has left off.
  startAttempt(path, cwd, root, isWritten) {
    const { Attempts } = require('internal/test_runner/attempts');
    this.attempts = new Attempts(path, cwd);
    if (isWritten) this.#writeAttempt = this.attempts.record(root.reporter);
  }

  startCoverage(cwd) {
    const { Coverage } = require('internal/test_runner/coverage/coverage');
    this.#coverage = new Coverage(this.config, cwd);
  }

  #reportCoverage(root) {
    if (this.#coverage === undefined) return;
    const { reporter, place } = root;
    const summary = this.#coverage.summary();
    const { shortfalls } = require('internal/test_runner/coverage/coverage');
    ArrayPrototypeForEach(shortfalls(summary), (complaint) => {
      this.success = false;
      process.exitCode = GENERIC_USER_ERROR;
      reporter.diagnostic(root.nesting, place, complaint, 'error');
    });
    reporter.coverage(root.nesting, place, summary);
  }

  // The end of the run: how many there were.
  finish(root) {
    if (this.isDone) return;
    this.isDone = true;
    this.reportCounts(root);
    root.reporter.end();
    this.onFinished?.();
  }

  // The end of one round of tests that are watched: the next begins from zero.
  finishRound(root) {
    root.endTime = hrtime();
    root.reporter.watchDrained();
    this.reportCounts(root);
    for (const name in this.counts) this.counts[name] = 0;
    this.success = true;
    root.diagnostics = [];
  }

  reportCounts(root) {
    const { counts } = this;
    const { reporter, place } = root;
    const duration = milliseconds(root.startTime, root.endTime);
    const diagnose = (message, level) => reporter.diagnostic(root.nesting, place, message, level);
    reporter.plan(root.nesting, place, counts.topLevel);
    ArrayPrototypeForEach(root.diagnostics, ({ message, level }) => diagnose(message, level));
    this.#writeAttempt?.();
    diagnose(`tests ${counts.tests}`);
    diagnose(`suites ${counts.suites}`);
    diagnose(`pass ${counts.passed}`);
    diagnose(`fail ${counts.failed}`);
    diagnose(`cancelled ${counts.cancelled}`);
    diagnose(`skipped ${counts.skipped}`);
    diagnose(`todo ${counts.todo}`);
    diagnose(`duration_ms ${duration}`);
    this.#reportCoverage(root);
    if (this.config.failsWithoutSuccess !== false && !this.success) process.exitCode = GENERIC_USER_ERROR;
    reporter.summary({ success: this.success, counts: { __proto__: null, ...counts }, duration_ms: duration, file: root.entryFile });
  }
}

function makeRoot(config, entryFile) {
  const harness = new Harness(config);
  const place = { __proto__: null, line: 1, column: 1, file: entryFile };
  const root = new Test({
    __proto__: null, name: '<root>', harness, config, reporter: new TestsStream(), place, entryFile, concurrency: config.rootConcurrency,
  });
  root.startTime = hrtime();
  root.runOnlySubtests = config.only === true;
  return root;
}

// The tests that promises of theirs were rejected in, as far as is known.
const rejectedIn = new SafeWeakMap();

function noteRejections() {
  const { Promise, PromiseReject } = primordials;
  const holder = {
    reject(reason) {
      const promise = primordials.ReflectApply(PromiseReject, undefined, [reason]);
      if (this !== Promise) return primordials.FunctionPrototypeCall(original, this, reason);
      const test = currentTest();
      if (test !== undefined) rejectedIn.set(promise, test);
      return promise;
    },
  };
  const original = Promise.reject;
  ObjectDefineProperty(Promise, 'reject', { __proto__: null, value: holder.reject, writable: true, configurable: true, enumerable: false });
}

// An error that nobody caught belongs to the test it comes from, if that still runs.
function makeErrorHandler(event, root) {
  return (error, promise) => {
    // Before the first test runs it is the file that fails.
    if (root.harness.bootstrap !== undefined) throw error;
    let test = event === 'unhandledRejection' ? rejectedIn.get(promise) : undefined;
    // The engine does not tell where a promise was made: the test that ran last is the likeliest.
    test ??= currentTest() ?? (event === 'unhandledRejection' ? root.harness.running : undefined);
    if (test === undefined || test.finished || (test.isHook && test.endTime !== null)) {
      root.diagnostic(lateError(test, error, event));
      process.exitCode = GENERIC_USER_ERROR;
      return;
    }
    test.fail(failure(error, event));
    test.abort();
  };
}

function lateError(test, error, event) {
  if (test === undefined) {
    return `Error: A resource generated asynchronous activity after the test ended. This activity created the error "${error}" which triggered an ` +
      `${event} event, caught by the test runner.`;
  }
  const { line, column, file } = test.place ?? { line: 1, column: 1, file: '' };
  const path = require('path').relative(process.cwd(), file);
  return `Error: Test "${test.name}" at ${path}:${line}:${column} generated asynchronous activity after the test ended. This activity created the error ` +
    `"${error}" and would have caused the test to fail, but instead triggered an ${event} event.`;
}

let globalRoot;

// Sets the root up as that of this process: its errors, its end, its reporters.
function makeProcessRoot() {
  const config = require('internal/test_runner/configuration').read();
  const root = makeRoot({ __proto__: null, ...config }, process.argv[1]);
  const { harness } = root;
  if (config.rerunFailures !== undefined) harness.startAttempt(config.rerunFailures, process.cwd(), root, !config.isChild);
  if (config.coverage && !config.isChild) harness.startCoverage(process.cwd());
  noteRejections();
  const onException = makeErrorHandler('uncaughtException', root);
  const onRejection = makeErrorHandler('unhandledRejection', root);
  const atEnd = async () => {
    if (root.subtests.length === 0 && (root.hooks.before.length > 0 || root.hooks.after.length > 0)) {
      // There are no tests to run them around.
      await root.runHook('before', root.runArgs());
      await root.run();
    }
    await undefined;
    root.postRun(failure('Promise resolution is still pending but the event loop has already resolved', kinds.cancelledByParent));
    process.removeListener('unhandledRejection', onRejection);
    process.removeListener('uncaughtException', onException);
    process.removeListener('beforeExit', atEnd);
  };
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  process.on('beforeExit', atEnd);
  harness.forceExit = () => forceExit(root, atEnd);
  if (config.isChild && !config.only) harness.honoursOnly = false;
  const { setUpReporters } = require('internal/test_runner/reporters');
  harness.bootstrap = setUpReporters(config, root.reporter, root);
  PromisePrototypeThen(harness.bootstrap, () => {
    harness.bootstrap = undefined;
  });
  return root;
}

async function forceExit(root, atEnd) {
  if (root.harness.isDone) return;
  await new primordials.Promise((resolve) => {
    require('internal/test_runner/real_timers').setTimeout(resolve, 0);
  });
  await atEnd();
  await require('internal/test_runner/reporters').flushed();
  process.exit();
}

function processRoot() {
  return globalRoot ??= makeProcessRoot();
}

function setProcessRoot(root) {
  const outer = globalRoot;
  globalRoot = root;
  return outer;
}

async function startWhenReady(test) {
  const { harness } = test;
  if (harness.bootstrap !== undefined) await harness.bootstrap;
  await test.start();
}

// The function `test`, or one like it.
function makeRunner(Class, overrides) {
  const run = (name, options, fn, more, upTo) => {
    const parent = currentTest() ?? processRoot();
    const owner = parent.isHook === true ? parent.owner : parent;
    const test = owner.createSubtest(Class, name, options, fn, more, upTo);
    // A suite starts its own when all are made.
    if (owner.reportedType === 'suite') return PromiseResolve();
    return startWhenReady(test);
  };
  const test = (name, options, fn) => run(name, options, fn, overrides, test);
  const keywords = ['expectFailure', 'skip', 'todo', 'only'];
  for (let i = 0; i < keywords.length; i++) {
    const keyword = keywords[i];
    const variant = (name, options, fn) => run(name, options, fn, { __proto__: null, ...overrides, [keyword]: true }, variant);
    ObjectDefineProperty(variant, 'name', { __proto__: null, value: '', configurable: true });
    test[keyword] = variant;
  }
  return test;
}

function makeHookFunction(name) {
  const make = (fn, options) => {
    const parent = currentTest() ?? processRoot();
    const owner = parent.isHook === true ? parent.owner : parent;
    owner.createHook(name, fn, options, make);
  };
  ObjectDefineProperty(make, 'name', { __proto__: null, value: '', configurable: true });
  return make;
}

function getTestContext() {
  const test = currentTest();
  if (test === undefined || test === test.root) return undefined;
  return test.getContext();
}

module.exports = { Harness, getTestContext, makeHookFunction, makeRoot, makeRunner, processRoot, setProcessRoot };
