// A test file that runs in a process of its own, as one test of the run. What its tests tell is passed on in its turn; of the
// file itself it is only told when it has no tests, or when it ends badly without one having failed.
'use strict';

const {
  ArrayPrototypeIncludes, ArrayPrototypePush, ArrayPrototypeShift, Promise, RegExpPrototypeExec,
} = primordials;
const { Test } = require('internal/test_runner/test');
const { failure, kinds } = require('internal/test_runner/failure');
const { kEmit } = require('internal/test_runner/stream');

const CANCELLED = [kinds.cancelledByParent, kinds.aborted, kinds.timeout];
// Told whenever they happen; the rest keeps the order of the files.
const UNORDERED = ['test:enqueue', 'test:dequeue', 'test:complete'];

class FileTest extends Test {
  #waiting = [];
  #reportedTests = 0;
  #failedTests = false;

  constructor(options) {
    super(options);
    this.path = options.path;
    this.fn = (context) => this.#runFile(context);
  }

  #runFile(context) {
    const { run } = this.config;
    return new Promise((resolve, reject) => {
      const { spawn } = require('child_process');
      const child = spawn(process.execPath, run.argumentsFor(this.path), {
        __proto__: null,
        cwd: run.cwd,
        env: {
          ...(run.env ?? process.env), NODE_TEST_CONTEXT: 'child-v8', NODE_TEST_WORKER_ID: `${run.takeWorkerId()}`,
          ...(run.watcher === undefined ? undefined : { WATCH_REPORT_DEPENDENCIES: '1' }),
        },
        signal: context.signal,
        stdio: run.watcher === undefined ? 'pipe' : ['pipe', 'pipe', 'pipe', 'ipc'],
      });
      run.watcher?.start(this.path, child);
      const { StringDecoder } = require('string_decoder');
      const { EventReader } = require('internal/test_runner/child_events');
      const decoder = new StringDecoder('utf8');
      const text = (type, message) => {
        if (message !== '') this.take(type, { __proto__: null, file: this.name, message });
      };
      const reader = new EventReader((type, data) => this.take(type, data), (bytes) => text('test:stdout', decoder.write(bytes)));
      child.stdout.on('data', (chunk) => reader.write(chunk));
      child.stderr.setEncoding('utf8');
      child.stderr.on('data', (message) => text('test:stderr', message));
      let spawnError;
      child.on('error', (error) => {
        spawnError = error;
      });
      child.on('close', (code, signal) => {
        run.giveWorkerId();
        reader.end();
        if (code === 0 && signal === null) {
          resolve();
          return;
        }
        if (spawnError !== undefined) {
          reject(spawnError);
          return;
        }
        const error = failure('test failed', this.#failedTests ? kinds.subtests : kinds.code);
        error.exitCode = code;
        error.signal = signal;
        // It says nothing about the failure.
        error.stack = undefined;
        reject(error);
      });
    });
  }

  // What the file's process tells.
  take(type, data) {
    data.entryFile = this.path;
    if (type === 'test:diagnostic' && data.nesting === 0 && isCount(data.message)) return;
    if (type === 'test:plan' && data.nesting === 0) return;
    if (ArrayPrototypeIncludes(UNORDERED, type)) {
      this.reporter[kEmit](type, data);
      return;
    }
    if (type === 'test:pass' || type === 'test:fail') this.#reportedTests++;
    if (type === 'test:fail' && data.todo === undefined) this.#failedTests = true;
    if (this.isClearToSend() && this.#waiting.length === 0) this.#emit(type, data);
    else ArrayPrototypePush(this.#waiting, { type, data });
  }

  #emit(type, data) {
    if (type === 'test:pass' || type === 'test:fail') {
      const { harness } = this;
      if (data.nesting === 0) data.testNumber = harness.counts.topLevel + 1;
      harness.count({
        parent: data.nesting === 0 ? this.root : undefined,
        root: this.root,
        reportedType: data.details.type,
        skipped: data.skip !== undefined,
        isTodo: data.todo !== undefined,
        passed: type === 'test:pass',
        cancelled: ArrayPrototypeIncludes(CANCELLED, data.details.error?.failureType),
      });
    }
    this.reporter[kEmit](type, data);
  }

  #isSkippedInReport() {
    return this.#reportedTests > 0 && (this.error === null || this.error.failureType === kinds.subtests);
  }

  #drain() {
    while (this.#waiting.length > 0) {
      const { type, data } = ArrayPrototypeShift(this.#waiting);
      this.#emit(type, data);
    }
  }

  reportStarted() {
    if (!this.#isSkippedInReport()) super.reportStarted();
  }

  report() {
    this.#drain();
    if (this.#isSkippedInReport()) {
      if (!this.passed) this.harness.success = false;
      return;
    }
    super.report();
  }
}

// The counts at the end of a file, which the run has its own of.
function isCount(message) {
  return RegExpPrototypeExec(/^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/, message) !== null;
}

function nameOf(path, cwd) {
  const { relative } = require('path');
  return relative(cwd, path) || path;
}

module.exports = { FileTest, nameOf };
