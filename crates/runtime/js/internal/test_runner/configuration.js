// What the command line says about tests.
'use strict';

const { Number, RegExpPrototypeExec } = primordials;
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
    watch: getOptionValue('--watch') === true,
    seed: readSeed(),
    rerunFailures: getOptionValue('--test-rerun-failures'),
    coverage: getOptionValue('--experimental-test-coverage') === true,
    coverageInclude: list('--test-coverage-include'),
    coverageExclude: getOptionValue('--test-coverage-exclude') ?? [require('internal/test_runner/files').DEFAULT_PATTERN],
    coverageIncludeAll: getOptionValue('--test-coverage-include-all') === true,
    coverageThresholds: {
      __proto__: null, line: percent('--test-coverage-lines'), branch: percent('--test-coverage-branches'), function: percent('--test-coverage-functions'),
    },
  };
  return configuration;
}

function readSeed() {
  const given = getOptionValue('--test-random-seed');
  if (given !== undefined) {
    const { validateUint32 } = require('internal/validators');
    validateUint32(given, '--test-random-seed');
    return given;
  }
  return getOptionValue('--test-randomize') === true ? require('internal/test_runner/random_order').newSeed() : undefined;
}

function percent(name) {
  const value = getOptionValue(name);
  if (value === undefined) return 0;
  const { validateInteger } = require('internal/validators');
  validateInteger(value, name, 0, 100);
  return value;
}

module.exports = { read };
