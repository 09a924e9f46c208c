// `run()`: tests in files, each in a process of its own, or all of them in this one.
'use strict';

const {
  ArrayIsArray, ArrayPrototypeConcat, ArrayPrototypeFilter, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSlice, Error, MathMax, Promise,
  PromisePrototypeThen, SafeSet, StringPrototypeIndexOf, StringPrototypeSlice,
} = primordials;
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const {
  validateAbortSignal, validateArray, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf, validateString,
} = require('internal/validators');
const { makeRoot, setProcessRoot } = require('internal/test_runner/root');
const { FileTest, nameOf } = require('internal/test_runner/file_test');
const { failure, kinds } = require('internal/test_runner/failure');
const { Test, hrtime } = require('internal/test_runner/test');

const noOptions = { __proto__: null };
const debug = require('internal/util/debuglog').debuglog('test_runner');
// What a test file's process is not to be told: these are the runner's.
const OWN_FLAGS = new SafeSet(['--test', '--experimental-test-coverage', '--watch', '--test-randomize', '--test-force-exit', '--test-coverage-include-all']);
const OWN_VALUES = new SafeSet([
  '--test-reporter', '--test-reporter-destination', '--test-shard', '--test-concurrency', '--test-global-setup', '--test-isolation', '--experimental-test-isolation',
  '--test-coverage-lines', '--test-coverage-branches', '--test-coverage-functions', '--test-coverage-include', '--test-coverage-exclude', '--watch-path',
  '--test-rerun-failures', '--test-random-seed', '--experimental-default-config-file', '--experimental-config-file',
]);

function inheritedFlags() {
  const kept = [];
  const { execArgv } = process;
  for (let i = 0; i < execArgv.length; i++) {
    const word = execArgv[i];
    const equals = StringPrototypeIndexOf(word, '=');
    const name = equals === -1 ? word : StringPrototypeSlice(word, 0, equals);
    if (OWN_FLAGS.has(name)) continue;
    if (OWN_VALUES.has(name)) {
      if (equals === -1) i++;
      continue;
    }
    ArrayPrototypePush(kept, word);
  }
  return kept;
}

function patterns(value, name) {
  if (value === undefined || value === null) return [];
  const list = ArrayIsArray(value) ? value : [value];
  const { isRegExp } = require('internal/util/types');
  const { toRegExp } = require('internal/test_runner/filter');
  return ArrayPrototypeMap(list, (pattern, index) => {
    if (isRegExp(pattern)) return pattern;
    if (typeof pattern === 'string') return toRegExp(pattern, name);
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE(`${name}[${index}]`, ['string', 'RegExp'], pattern);
  });
}

function validateStrings(value, name) {
  validateArray(value, name);
  for (let i = 0; i < value.length; i++) validateString(value[i], `${name}[${i}]`);
}

function readShard(shard) {
  if (shard === undefined) return;
  validateObject(shard, 'options.shard');
  const { index, total } = shard;
  validateInteger(total, 'options.shard.total', 1);
  validateInteger(index, 'options.shard.index', 1, total);
}

function readSeed(randomize = false, seed = undefined, watch, rerunFailuresFilePath) {
  validateBoolean(randomize, 'options.randomize');
  if (seed !== undefined) validateInteger(seed, 'options.randomSeed', 0, 4294967295);
  if (!randomize && seed === undefined) return undefined;
  const name = randomize ? 'options.randomize' : 'options.randomSeed';
  const value = randomize ? randomize : seed;
  if (watch) throw new ERR_INVALID_ARG_VALUE(name, value, 'is not supported with watch mode');
  if (rerunFailuresFilePath !== undefined) throw new ERR_INVALID_ARG_VALUE(name, value, 'is not supported with rerun failures mode');
  return seed ?? require('internal/test_runner/random_order').newSeed();
}

// What a program asks to be told of the code that its tests run.
function readCoverage(coverage, include, exclude, line, branch, functionMinimum) {
  validateBoolean(coverage, 'options.coverage');
  const globs = (value, name) => {
    const list = ArrayIsArray(value) ? value : [value];
    validateStrings(list, name);
    return list;
  };
  const coverageInclude = globs(include, 'options.coverageIncludeGlobs');
  const coverageExclude = exclude === undefined ? [require('internal/test_runner/files').DEFAULT_PATTERN] : globs(exclude, 'options.coverageExcludeGlobs');
  validateInteger(line, 'options.lineCoverage', 0, 100);
  validateInteger(branch, 'options.branchCoverage', 0, 100);
  validateInteger(functionMinimum, 'options.functionCoverage', 0, 100);
  return {
    __proto__: null, coverage, coverageInclude, coverageExclude, coverageIncludeAll: false, coverageThresholds: { __proto__: null, line, branch, function: functionMinimum },
  };
}

// Checks what a program asks for, and gives it in the form of the command line's configuration.
function readOptions(options) {
  validateObject(options, 'options');
  const {
    concurrency, cwd = process.cwd(), env, execArgv = [], argv = [], files, forceExit, globalSetupPath, globPatterns, isolation = 'process', only, setup, shard, signal,
    testNamePatterns, testSkipPatterns, timeout, watch, coverage = false, coverageIncludeGlobs = [], coverageExcludeGlobs, lineCoverage = 0, branchCoverage = 0,
    functionCoverage = 0, rerunFailuresFilePath, randomize, randomSeed, inspectPort,
  } = options;
  if (files !== undefined) validateArray(files, 'options.files');
  if (watch !== undefined) validateBoolean(watch, 'options.watch');
  if (forceExit !== undefined) {
    validateBoolean(forceExit, 'options.forceExit');
    if (forceExit && watch) throw new ERR_INVALID_ARG_VALUE('options.forceExit', watch, 'is not supported with watch mode');
  }
  if (only !== undefined) validateBoolean(only, 'options.only');
  if (globPatterns !== undefined) validateArray(globPatterns, 'options.globPatterns');
  if (globPatterns?.length > 0 && files?.length > 0) {
    throw new ERR_INVALID_ARG_VALUE('options.globPatterns', globPatterns, 'is not supported when specifying \'options.files\'');
  }
  readShard(shard);
  if (shard !== undefined && watch) throw new ERR_INVALID_ARG_VALUE('options.shard', watch, 'shards not supported with watch mode');
  if (setup !== undefined) validateFunction(setup, 'options.setup');
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  validateOneOf(isolation, 'options.isolation', ['process', 'none']);
  validateString(cwd, 'options.cwd');
  if (env !== undefined) {
    validateObject(env, 'options.env');
    if (isolation === 'none') throw new ERR_INVALID_ARG_VALUE('options.env', env, 'is not supported with isolation=\'none\'');
  }
  validateStrings(execArgv, 'options.execArgv');
  validateStrings(argv, 'options.argv');
  const counting = readCoverage(coverage, coverageIncludeGlobs, coverageExcludeGlobs, lineCoverage, branchCoverage, functionCoverage);
  if (globalSetupPath !== undefined) validateString(globalSetupPath, 'options.globalSetupPath');
  const attemptsFile = rerunFailuresFilePath === undefined ? undefined :
    `${require('internal/fs/arguments').pathOf(rerunFailuresFilePath, 'options.rerunFailuresFilePath')}`;
  const names = patterns(testNamePatterns, 'options.testNamePatterns');
  const skips = patterns(testSkipPatterns, 'options.testSkipPatterns');
  const seed = readSeed(randomize, randomSeed, watch, rerunFailuresFilePath);
  const absent = { __proto__: null, inspectPort };
  for (const name in absent) {
    if (absent[name]) throw unavailable(`options.${name} of run()`);
  }
  return {
    concurrency, cwd, env, execArgv, argv, files, forceExit, globalSetupPath, globPatterns, isolation, only, setup, shard, signal, names, skips, timeout, counting, seed,
    rerunFailuresFilePath: attemptsFile, watch,
  };
}

function unavailable(what) {
  const error = new Error(`${what} is not available: Roundel does not have it yet`);
  error.code = 'ERR_METHOD_NOT_IMPLEMENTED';
  return error;
}

// How each file's process is started.
class Processes {
  #free = [];
  #lastId = 0;
  #used = [];

  constructor(options, config) {
    this.options = options;
    this.config = config;
    this.cwd = options.cwd;
    this.env = options.env;
  }

  argumentsFor(path) {
    const { options } = this;
    const flags = inheritedFlags();
    const { seed, rerunFailuresFilePath } = options;
    if (seed !== undefined) ArrayPrototypePush(flags, `--test-random-seed=${seed}`);
    if (rerunFailuresFilePath !== undefined) ArrayPrototypePush(flags, `--test-rerun-failures=${rerunFailuresFilePath}`);
    const add = (name, list) => ArrayPrototypeForEach(list, (pattern) => ArrayPrototypePush(flags, `${name}=${pattern}`));
    if (options.isApi) {
      add('--test-name-pattern', options.names);
      add('--test-skip-pattern', options.skips);
      if (options.only) ArrayPrototypePush(flags, '--test-only');
      if (options.timeout !== undefined && options.timeout !== Infinity) ArrayPrototypePush(flags, `--test-timeout=${options.timeout}`);
    }
    return ArrayPrototypeConcat(flags, options.execArgv, path, options.argv);
  }

  takeWorkerId() {
    const id = this.#free.length > 0 ? ArrayPrototypeShift(this.#free) : ++this.#lastId;
    ArrayPrototypePush(this.#used, id);
    return id;
  }

  giveWorkerId() {
    ArrayPrototypePush(this.#free, ArrayPrototypeShift(this.#used));
  }
}

function defaultConcurrency() {
  return MathMax(require('os').availableParallelism() - 1, 1);
}

function filesOf(options) {
  const { resolve } = require('path');
  let files = options.files !== undefined ? ArrayPrototypeMap(options.files, (file) => resolve(options.cwd, file)) :
    require('internal/test_runner/files').findFiles(options.globPatterns ?? [], options.cwd);
  const { shard } = options;
  if (options.seed !== undefined) files = require('internal/test_runner/random_order').shuffled(files, options.seed);
  if (shard !== undefined) files = ArrayPrototypeFilter(files, (file, index) => index % shard.total === shard.index - 1);
  return files;
}

// The program's `globalSetup` and `globalTeardown`.
async function loadGlobalSetup(path, cwd) {
  if (path === undefined) return undefined;
  const { pathToFileURL } = require('internal/url/file_url');
  const { loadESM } = require('internal/modules/run_main');
  const module = await loadESM(pathToFileURL(require('path').resolve(cwd, path)).href);
  const setup = module.globalSetup ?? module.default?.globalSetup;
  const teardown = module.globalTeardown ?? module.default?.globalTeardown;
  return {
    setup: typeof setup === 'function' ? setup : undefined,
    teardown: typeof teardown === 'function' ? teardown : undefined,
  };
}

async function runHere(root, files) {
  const { pathToFileURL } = require('internal/url/file_url');
  const { loadESM } = require('internal/modules/run_main');
  const outer = setProcessRoot(root);
  root.harness.isBuilding = true;
  let release;
  root.harness.bootstrap = new Promise((resolve) => {
    release = resolve;
  });
  for (let i = 0; i < files.length; i++) {
    try {
      await loadESM(pathToFileURL(files[i]).href);
    } catch (error) {
      const place = { __proto__: null, line: 1, column: 1, file: files[i] };
      const test = root.createSubtest(Test, files[i], undefined, () => {
        throw error;
      }, { __proto__: null, place });
      test.start();
    }
  }
  root.harness.bootstrap = undefined;
  release();
  return () => setProcessRoot(outer);
}

function startFiles(root, files, options) {
  ArrayPrototypeForEach(files, (path) => {
    const place = { __proto__: null, line: 1, column: 1, file: path };
    const test = root.createSubtest(FileTest, nameOf(path, options.cwd), { __proto__: null, signal: options.signal }, undefined, { __proto__: null, place, path });
    test.start();
  });
}

async function start(root, options, onReady) {
  const { harness } = root;
  let teardown;
  try {
    const files = filesOf(options);
    const hooks = await loadGlobalSetup(options.globalSetupPath, options.cwd);
    await hooks?.setup?.();
    teardown = hooks?.teardown;
    await onReady?.(root);
    await options.setup?.(root.reporter);
    await undefined;
    if (options.isolation === 'none') {
      const put = await runHere(root, files);
      harness.afterRun = put;
      harness.isEmpty = root.subtests.length === 0;
    } else {
      startFiles(root, files, options);
      harness.isEmpty = files.length === 0;
    }
  } catch (error) {
    root.reporter.destroy(error);
  }
  return teardown;
}

// The run does not end by itself: its files are watched. They run in processes of their own, whatever the isolation.
function watch(root, options) {
  const { TestWatcher } = require('internal/test_runner/watch');
  const { harness } = root;
  options.isolation = 'process';
  const watcher = new TestWatcher(options.cwd, options.files !== undefined, () => filesOf(options), (files) => {
    root.reporter.watchRestarted();
    root.startTime = hrtime();
    startFiles(root, files, options);
  });
  root.config.run.watcher = watcher;
  harness.drained = () => harness.finishRound(root);
  harness.stopWatching = () => {
    watcher.close();
    root.endTime ??= hrtime();
    root.postRun(failure('Promise resolution is still pending but the event loop has already resolved', kinds.cancelledByParent));
  };
  const { signal } = options;
  // A run that is aborted has nothing more to watch; its files are not tests that failed.
  options.signal = undefined;
  if (signal !== undefined) require('internal/test_runner/abort').on(signal, harness.stopWatching);
}

// `config` is that of the command line, or undefined for a program's call.
function begin(options, config, onReady) {
  const concurrency = options.concurrency ?? (options.isolation === 'none' ? undefined : defaultConcurrency());
  const filter = options.isApi && (options.names.length > 0 || options.skips.length > 0) && options.isolation === 'none' ?
    new (require('internal/test_runner/filter').Filter)(options.names, options.skips, []) : config?.filter ?? null;
  const rootConfig = {
    __proto__: null, ...config, ...options.counting, isRun: true, rootConcurrency: options.isolation === 'none' ? options.concurrency : concurrency === false ? 1 : concurrency,
    filter: options.isolation === 'none' ? filter : null, timeout: options.isolation === 'none' ? options.timeout : undefined,
    seed: options.isolation === 'none' ? options.seed : undefined, only: options.isolation === 'none' && options.only === true, failsWithoutSuccess: config !== undefined,
  };
  const root = makeRoot(rootConfig, undefined);
  root.place = { __proto__: null };
  root.config.run = new Processes(options, config);
  const { harness } = root;
  if (options.seed !== undefined) root.diagnostic(`Randomized test order seed: ${options.seed}`);
  if (options.rerunFailuresFilePath !== undefined) harness.startAttempt(options.rerunFailuresFilePath, options.cwd, root, true);
  if (rootConfig.coverage) harness.startCoverage(options.cwd);
  let started;
  harness.end = async () => {
    if (harness.isEnding) return;
    harness.isEnding = true;
    const teardown = await started;
    await undefined;
    harness.afterRun?.();
    root.postRun(failure('Promise resolution is still pending but the event loop has already resolved', kinds.cancelledByParent));
    await teardown?.();
  };
  harness.drained = () => {
    PromisePrototypeThen(root.run(), () => harness.end());
  };
  if (options.watch) watch(root, options);
  started = start(root, options, onReady);
  // Nothing will end what has no tests.
  PromisePrototypeThen(started, () => {
    if (harness.isEmpty && !options.watch) harness.end();
  });
  return root;
}

// The public function.
function run(options = noOptions) {
  const read = readOptions(options);
  read.isApi = true;
  if (process.env.NODE_TEST_CONTEXT !== undefined) {
    process.emitWarning('node:test run() is being called recursively within a test file. skipping running files.');
    const root = makeRoot({ __proto__: null, failsWithoutSuccess: false }, undefined);
    root.endTime = root.startTime;
    root.postRun();
    return root.reporter;
  }
  return begin(read, undefined).reporter;
}

// `--test`.
function runFromCommandLine() {
  const words = ArrayPrototypeSlice(internalBinding('options').argv, 1);
  const config = require('internal/test_runner/configuration').read();
  readShard(config.shard);
  const options = {
    isApi: false, cwd: process.cwd(), env: undefined, execArgv: [], argv: [], files: undefined, forceExit: config.forceExit, globalSetupPath: config.globalSetup,
    globPatterns: words, isolation: config.isolation, only: config.only, setup: undefined, shard: config.shard, signal: undefined, names: [], skips: [],
    timeout: config.timeout, concurrency: config.concurrency, seed: config.seed, rerunFailuresFilePath: config.rerunFailures,
    watch: config.watch,
  };
  const isRandomAgain = config.seed !== undefined && config.rerunFailures !== undefined;
  if (isRandomAgain) throw new ERR_INVALID_ARG_VALUE('options.randomize', true, 'is not supported with rerun failures mode');
  if (words.length > 0 && filesOf(options).length === 0 && config.shard === undefined) {
    const { writeStderr } = internalBinding('errors');
    writeStderr(`Could not find '${ArrayPrototypeJoin(words, ', ')}'\n`);
    process.exitCode = 1;
    return;
  }
  debug('test runner configuration: %O', { ...config, concurrency: config.concurrency ?? true, files: words });
  const { flushed, setUpReporters } = require('internal/test_runner/reporters');
  const root = begin(options, config, () => setUpReporters(config, root.reporter));
  const interrupt = () => {
    if (config.watch) {
      root.harness.stopWatching();
      PromisePrototypeThen(flushed(), () => process.exit());
      return;
    }
    const tests = ArrayPrototypeMap(ArrayPrototypeFilter(root.subtests, (test) => test.startTime !== null && !test.finished), (test) => ({
      __proto__: null, name: test.name, nesting: test.nesting, ...test.place,
    }));
    root.reporter.interrupted(tests);
    root.harness.success = false;
    root.postRun(failure('Promise resolution is still pending but the event loop has already resolved', kinds.cancelledByParent));
    PromisePrototypeThen(flushed(), () => process.exit(1));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  root.harness.onFinished = () => {
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
    if (config.forceExit) PromisePrototypeThen(flushed(), () => process.exit());
  };
}

module.exports = { run, runFromCommandLine };
