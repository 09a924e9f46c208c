// What the command line says about tests.
'use strict';

const { Error, Number, RegExpPrototypeExec } = primordials;
const { getOptionValue } = require('internal/options');

let configuration;

function list(name) {
  return getOptionValue(name) ?? [];
}

function readReporters(isChild) {
  let reporters = list('--test-reporter');
  let destinations = list('--test-reporter-destination');
  if (isChild) return { reporters: ['child'], destinations: ['stdout'] };
  if (reporters.length === 0 && destinations.length === 0) reporters = ['spec'];
  if (reporters.length === 1 && destinations.length === 0) destinations = ['stdout'];
  if (destinations.length !== reporters.length) {
    const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_VALUE('--test-reporter', reporters, 'must match the number of specified \'--test-reporter-destination\'');
  }
  return { reporters, destinations };
}

function readShard(text) {
  if (text === undefined) return undefined;
  const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
  const match = RegExpPrototypeExec(/^(\d+)\/(\d+)$/, text);
  if (match === null) {
    throw new ERR_INVALID_ARG_VALUE('--test-shard', text, 'must be in the form of <index>/<total>');
  }
  return { __proto__: null, index: Number(match[1]), total: Number(match[2]) };
}

function read() {
  if (configuration !== undefined) return configuration;
  const isChild = process.env.NODE_TEST_CONTEXT === 'child-v8' || process.env.NODE_TEST_CONTEXT === 'child';
  const isRunner = getOptionValue('--test') === true;
  const { Filter } = require('internal/test_runner/filter');
  const { reporters, destinations } = readReporters(isChild);
  configuration = {
    __proto__: null,
    isChild,
    isRunner,
    reporters,
    destinations,
    filter: Filter.fromPatterns(list('--test-name-pattern'), list('--test-skip-pattern'), list('--experimental-test-tag-filter')),
    only: getOptionValue('--test-only') === true,
    timeout: getOptionValue('--test-timeout') || undefined,
    concurrency: getOptionValue('--test-concurrency'),
    forceExit: getOptionValue('--test-force-exit') === true,
    globalSetup: getOptionValue('--test-global-setup'),
    isolation: getOptionValue('--test-isolation') ?? 'process',
    shard: readShard(getOptionValue('--test-shard')),
    updatesSnapshots: getOptionValue('--test-update-snapshots') === true,
    coverage: getOptionValue('--experimental-test-coverage') === true,
  };
  return configuration;
}

// The engine does not tell which code has run.
function refuseCoverage(config) {
  if (!config.coverage) return;
  const error = new Error('Coverage (--experimental-test-coverage) is not available: Roundel does not have it yet');
  error.code = 'ERR_METHOD_NOT_IMPLEMENTED';
  throw error;
}

module.exports = { read, refuseCoverage };
