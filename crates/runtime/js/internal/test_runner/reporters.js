// Which reporters there are, and how the events of a run come to them.
'use strict';

const { ArrayPrototypeMap, ArrayPrototypePush, Promise, PromisePrototypeThen, SafeMap } = primordials;

const builtins = new SafeMap([
  ['spec', () => new (require('internal/test_runner/reporter/spec').SpecReporter)()],
  ['tap', () => require('internal/test_runner/reporter/tap').tapReporter],
  ['dot', () => require('internal/test_runner/reporter/dot').dot],
  ['junit', () => require('internal/test_runner/reporter/junit').junitReporter],
  ['lcov', () => new (require('internal/test_runner/reporter/lcov').LcovReporter)()],
  ['child', () => require('internal/test_runner/child_events').writeEvents],
]);

const waiting = [];

function openDestination(name) {
  if (name === 'stdout') return process.stdout;
  if (name === 'stderr') return process.stderr;
  return require('fs').createWriteStream(name);
}

// A module of the program's: its default export is the reporter.
async function importReporter(name) {
  const { pathToFileURL } = require('internal/url/file_url');
  const { loadESM } = require('internal/modules/run_main');
  const namespace = await loadESM(name, `${pathToFileURL(process.cwd()).href}/`);
  const reporter = namespace.default;
  if (typeof reporter !== 'function' && (typeof reporter !== 'object' || reporter === null)) {
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('Reporter', ['function', 'object'], reporter);
  }
  return reporter.prototype && Object.getOwnPropertyDescriptor(reporter.prototype, 'constructor') !== undefined ? new reporter() : reporter;
}

function loadReporter(name) {
  const make = builtins.get(name);
  return make === undefined ? importReporter(name) : make();
}

async function setUpReporters(config, events) {
  const { compose } = require('internal/stream/compose');
  const reporters = [];
  for (let i = 0; i < config.reporters.length; i++) ArrayPrototypePush(reporters, await loadReporter(config.reporters[i]));
  // Files are opened when all reporters are known.
  for (let i = 0; i < reporters.length; i++) {
    const destination = openDestination(config.destinations[i]);
    const output = compose(events, reporters[i]);
    ArrayPrototypePush(waiting, new Promise((resolve) => {
      output.on('end', resolve);
    }));
    output.pipe(destination, { __proto__: null, end: destination !== process.stdout && destination !== process.stderr });
  }
  // As many turns as Node takes until the first test runs.
  for (let i = 0; i < 7; i++) await undefined;
}

// When all that was told has been written.
function flushed() {
  return PromisePrototypeThen(Promise.all(ArrayPrototypeMap(waiting, (promise) => promise)), () => {});
}

module.exports = { flushed, importReporter, setUpReporters };
