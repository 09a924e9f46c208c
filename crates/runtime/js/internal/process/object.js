// The process object: its prototype, what it tells and what it does. Streams, signals, warnings and
// the environment are files of their own; anything costly is made when first asked for.
'use strict';

const {
  BigUint64Array, FunctionPrototypeCall, Number, NumberMAX_SAFE_INTEGER, ObjectCreate, ObjectDefineProperty, ObjectFreeze,
  ReflectApply, SymbolFor, SymbolToStringTag,
} = primordials;
const binding = internalBinding('process');
const { getOptionValue } = require('internal/options');

function lazy(target, name, make, writable = true) {
  ObjectDefineProperty(target, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const value = make();
      ObjectDefineProperty(target, name, { __proto__: null, value, writable, enumerable: true, configurable: true });
      return value;
    },
    set: writable ? (value) => {
      ObjectDefineProperty(target, name, { __proto__: null, value, writable, enumerable: true, configurable: true });
    } : undefined,
  });
}

function createProcess() {
  const EventEmitter = require('events');
  // As in Node: the constructor is called `process` and can not be called by programs to any effect.
  const constructor = { process: function() {} }.process;
  const prototype = ObjectCreate(EventEmitter.prototype, {
    constructor: { __proto__: null, value: constructor, writable: true, enumerable: false, configurable: true },
    [SymbolToStringTag]: { __proto__: null, value: 'process', writable: false, enumerable: false, configurable: true },
  });
  constructor.prototype = prototype;
  const process = ObjectCreate(prototype);
  ObjectDefineProperty(process, SymbolToStringTag, { __proto__: null, value: 'process', writable: true, enumerable: false, configurable: false });
  FunctionPrototypeCall(EventEmitter, process);
  return process;
}

function defineFacts(process) {
  const { facts } = binding;
  process.version = facts.version;
  lazy(process, 'versions', () => ObjectFreeze({
    ...facts.versions,
    // Asking for it loads the library.
    get openssl() { return internalBinding('crypto').version; },
  }), false);
  process.arch = facts.arch;
  process.platform = facts.platform;
  lazy(process, 'release', () => {
    // What builds addons fetches its headers from there.
    const at = `https://nodejs.org/download/release/${facts.version}/node-${facts.version}`;
    return { name: 'node', sourceUrl: `${at}.tar.gz`, headersUrl: `${at}-headers.tar.gz` };
  });
  ObjectDefineProperty(process, 'moduleLoadList', {
    __proto__: null, value: internalBinding('builtins').moduleLoadList, writable: false, enumerable: true, configurable: true,
  });
  lazy(process, 'config', () => ObjectFreeze({
    target_defaults: ObjectFreeze({ cflags: [], default_configuration: 'Release', defines: [], include_dirs: [], libraries: [] }),
    variables: ObjectFreeze({ napi_build_version: '10', node_module_version: +facts.versions.modules, v8_enable_i18n_support: 1, node_shared: false }),
  }));
  lazy(process, 'features', () => require('internal/process/features').features());
  process.argv = internalBinding('options').argv;
  process.execArgv = facts.execArgv;
  process.execPath = facts.execPath;
  process.argv0 = facts.argv0;
  process.pid = facts.pid;
  process.debugPort = 9229;
  process.domain = null; // replaced by the module `domain`
  ObjectDefineProperty(process, 'ppid', { __proto__: null, enumerable: true, configurable: true, get: binding.ppid });
  ObjectDefineProperty(process, 'title', {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: binding.title,
    set(value) { binding.setTitle(`${value}`); },
  });
  const entry = require('internal/process/entry');
  entry.process = process;
  ObjectDefineProperty(process, 'mainModule', {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: () => entry.mainModule,
    set(module) { entry.mainModule = module; },
  });
  lazy(process, 'env', () => require('internal/process/env').createEnv(binding.environment(), internalBinding('options').isWorker));
  process.noDeprecation = getOptionValue('--no-deprecation') || undefined;
  process.throwDeprecation = getOptionValue('--throw-deprecation') || undefined;
  process.traceDeprecation = getOptionValue('--trace-deprecation') || undefined;
  if (getOptionValue('--trace-warnings')) process.traceProcessWarnings = true;
}

function defineExit(process) {
  let exitCode;
  process._exiting = false;
  ObjectDefineProperty(process, 'exitCode', {
    __proto__: null,
    enumerable: true,
    configurable: false,
    get: () => exitCode,
    set(code) {
      if (code !== null && code !== undefined) checkExitCode(code);
      exitCode = code ?? undefined;
    },
  });
  process.exit = function exit(code) {
    // As for the property: only what was really given counts.
    if (arguments.length !== 0) process.exitCode = code;
    if (!process._exiting) {
      process._exiting = true;
      process.emit('exit', numericExitCode(process));
    }
    // A program or a test may have replaced it.
    process.reallyExit(numericExitCode(process));
  };
  process.reallyExit = binding.reallyExit;
  process.abort = binding.abort;
}

function checkExitCode(code) {
  const { validateInteger } = require('internal/validators');
  let value = code;
  if (typeof code === 'string' && code !== '') {
    const number = +code;
    // A text that is no number is told as the text it is.
    if (number === number) value = number;
  }
  validateInteger(value, 'code');
}

function numericExitCode(process) {
  const code = process.exitCode;
  return code === undefined ? 0 : +code | 0;
}

function defineClock(process) {
  const nanoseconds = new BigUint64Array(binding.hrtimeBuffer);
  function hrtime(previous) {
    binding.hrtime();
    let seconds = Number(nanoseconds[0] / 1_000_000_000n);
    let rest = Number(nanoseconds[0] % 1_000_000_000n);
    if (previous === undefined) return [seconds, rest];
    const { validateArray } = require('internal/validators');
    validateArray(previous, 'time');
    if (previous.length !== 2) {
      const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
      throw new ERR_OUT_OF_RANGE('time', 2, previous.length);
    }
    seconds -= previous[0];
    rest -= previous[1];
    if (rest < 0) {
      seconds--;
      rest += 1e9;
    }
    return [seconds, rest];
  }
  hrtime.bigint = function bigint() {
    binding.hrtime();
    return nanoseconds[0];
  };
  process.hrtime = hrtime;
  process.uptime = binding.uptime;
}

function defineUsage(process) {
  function memoryUsage() {
    const values = binding.memoryUsage();
    return { rss: values[0], heapTotal: values[1], heapUsed: values[2], external: values[3], arrayBuffers: values[4] };
  }
  memoryUsage.rss = () => binding.memoryUsage()[0];
  process.memoryUsage = memoryUsage;
  process.cpuUsage = (previous) => {
    const { 0: user, 1: system } = binding.cpuUsage();
    if (previous === undefined) return { user, system };
    const { validateObject, validateNumber } = require('internal/validators');
    validateObject(previous, 'prevValue');
    validateNumber(previous.user, 'prevValue.user');
    validateNumber(previous.system, 'prevValue.system');
    checkMicroseconds(previous, 'user');
    checkMicroseconds(previous, 'system');
    return { user: user - previous.user, system: system - previous.system };
  };
  process.threadCpuUsage = function threadCpuUsage(prevValue) {
    const { 0: user, 1: system } = binding.threadCpuUsage();
    if (prevValue === undefined) return { user, system };
    const { validateObject, validateNumber } = require('internal/validators');
    validateObject(prevValue, 'prevValue');
    validateNumber(prevValue.user, 'prevValue.user');
    validateNumber(prevValue.system, 'prevValue.system');
    checkMicroseconds(prevValue, 'user');
    checkMicroseconds(prevValue, 'system');
    return { user: user - prevValue.user, system: system - prevValue.system };
  };
  process.resourceUsage = () => binding.resourceUsage();
  process.constrainedMemory = binding.constrainedMemory;
  process.availableMemory = binding.availableMemory;
  process.getActiveResourcesInfo = binding.activeResources;
  process._getActiveHandles = () => require('internal/process/active').activeHandles();
  process._getActiveRequests = () => require('internal/process/active').requestsInProgress();
}

function checkMicroseconds(usage, key) {
  if (usage[key] >= 0 && usage[key] <= NumberMAX_SAFE_INTEGER) return;
  const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
  throw new ERR_INVALID_ARG_VALUE.RangeError(`prevValue.${key}`, usage[key]);
}

function defineSystem(process) {
  process.cwd = function cwd() {
    const directory = binding.cwd();
    if (typeof directory === 'string') return directory;
    const { UVException } = require('internal/errors');
    const ENOENT = -2;
    const message = directory === ENOENT ? 'process.cwd failed with error no such file or directory, ' +
      'the current working directory was likely removed without changing the working directory' : undefined;
    throw new UVException({ errno: directory, syscall: 'uv_cwd', message });
  };
  process.chdir = function chdir(directory) {
    require('internal/validators').validateString(directory, 'directory');
    const errno = binding.chdir(directory);
    if (errno === 0) return;
    const { UVException } = require('internal/errors');
    throw new UVException({ errno, syscall: 'chdir', path: process.cwd(), dest: directory });
  };
  process.umask = function umask(mask) {
    if (mask === undefined) return binding.umask(-1);
    const { parseFileMode } = require('internal/validators');
    return binding.umask(parseFileMode(mask, 'mask'));
  };
  process.getuid = binding.getuid;
  process.geteuid = binding.geteuid;
  process.getgid = binding.getgid;
  process.getegid = binding.getegid;
  process.getgroups = binding.getgroups;
  const setters = ['setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups'];
  for (let i = 0; i < setters.length; i++) {
    const name = setters[i];
    process[name] = (...args) => {
      require('internal/process/identity').define(process);
      return ReflectApply(process[name], process, args);
    };
  }
  process._kill = binding.kill;
  process.kill = (pid, signal) => require('internal/process/signals').kill(pid, signal);
  process._rawDebug = (...args) => {
    const { format } = require('internal/util/inspect');
    internalBinding('errors').writeStderr(`${ReflectApply(format, undefined, args)}\n`);
  };
  process.getBuiltinModule = function getBuiltinModule(id) {
    require('internal/validators').validateString(id, 'id');
    return require('internal/builtins').getPublicBuiltin(id);
  };
  process.binding = function binding(name) {
    return require('internal/process/old_bindings').binding(name);
  };
  process.loadEnvFile = (path = '.env') => require('internal/process/env_file').loadEnvFile(path);
  process.dlopen = function dlopen(...args) { return ReflectApply(require('internal/addons/load').dlopen, this, args); };
  process.execve = function execve(execPath, args = [], env = process.env) {
    return require('internal/process/execve').execve(execPath, args, env);
  };
  process.ref = (handle) => { (handle?.[SymbolFor('nodejs.ref')] ?? handle?.ref)?.call(handle); };
  process.unref = (handle) => { (handle?.[SymbolFor('nodejs.unref')] ?? handle?.unref)?.call(handle); };
  process.openStdin = () => {
    process.stdin.resume();
    return process.stdin;
  };
  ObjectDefineProperty(process, 'sourceMapsEnabled', {
    __proto__: null, get: () => require('internal/modules/source_map').support().enabled, enumerable: true, configurable: true,
  });
  process.setSourceMapsEnabled = function setSourceMapsEnabled(enabled) {
    require('internal/validators').validateBoolean(enabled, 'enabled');
    require('internal/modules/source_map').setSupport(enabled, { nodeModules: enabled, generatedCode: enabled });
  };
  lazy(process, 'report', () => require('internal/process/report').report);
  lazy(process, 'finalization', () => require('internal/process/finalization'));
  lazy(process, 'allowedNodeEnvironmentFlags', () => require('internal/process/environment_flags').makeSet());
}

function defineUncaught(process) {
  const uncaught = require('internal/process/uncaught');
  process._fatalException = uncaught.onUncaughtException;
  process.setUncaughtExceptionCaptureCallback = function(callback) {
    const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET } } = require('internal/errors');
    if (callback === null) {
      uncaught.setCaptureCallback(null);
      return;
    }
    if (typeof callback !== 'function') throw new ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], callback);
    if (uncaught.hasCaptureCallback()) throw new ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
    uncaught.setCaptureCallback(callback);
  };
  process.addUncaughtExceptionCaptureCallback = function addUncaughtExceptionCaptureCallback(fn) {
    require('internal/validators').validateFunction(fn, 'fn');
    uncaught.addCaptureCallback(fn);
  };
  process.hasUncaughtExceptionCaptureCallback = uncaught.hasCaptureCallback;
  process.emitWarning = (...args) => ReflectApply(require('internal/process/warning').emitWarning, undefined, args);
}

// Signals and the warning printer start when somebody listens or warns, not before. Signals come to the main environment only.
function watchListeners(process) {
  if (!binding.facts.isMain) {
    process.on('newListener', watchThreadMessages);
    watchWarnings(process);
    return;
  }
  process.on('newListener', (event) => {
    watchThreadMessages(event);
    if (typeof event === 'string' && event.length > 3 && event[0] === 'S' && event[1] === 'I' && event[2] === 'G') {
      require('internal/process/signals').startListening(event);
    }
  });
  process.on('removeListener', (event) => {
    if (typeof event === 'string' && event[0] === 'S') require('internal/process/signals').stopListening(event);
  });
  watchWarnings(process);
}

// Other threads find this one from the first listener on.
function watchThreadMessages(event) {
  if (event === 'workerMessage') require('internal/worker/thread_messages').introduce();
}

function watchWarnings(process) {
  if (!getOptionValue('--no-warnings') && binding.environmentVariable('NODE_NO_WARNINGS') !== '1') {
    process.on('warning', (warning) => require('internal/process/warning').onWarning(warning));
  }
}

function setup() {
  const process = createProcess();
  defineFacts(process);
  defineExit(process);
  defineClock(process);
  defineUsage(process);
  defineSystem(process);
  defineUncaught(process);
  if (!binding.facts.isMain) require('internal/process/worker').restrict(process);
  return process;
}

module.exports = { setup, watchListeners, numericExitCode, lazy };
