// Worker: a thread that runs a program of its own, seen from its parent.
'use strict';

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeIndexOf, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, AtomicsNotify, Int32Array,
  MapPrototypeForEach, MathMax, NumberMAX_SAFE_INTEGER, ObjectEntries, Promise, PromiseReject, PromiseResolve, ReflectApply,
  RegExpPrototypeExec, SafeMap, SharedArrayBuffer, String, Symbol, SymbolAsyncDispose, SymbolFor,
} = primordials;
const EventEmitter = require('events');
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_URL_SCHEME, ERR_METHOD_NOT_IMPLEMENTED, ERR_WORKER_INIT_FAILED,
    ERR_WORKER_INVALID_EXEC_ARGV, ERR_WORKER_NOT_RUNNING, ERR_WORKER_PATH,
  },
} = require('internal/errors');
const { validateArray, validateNumber, validateObject, validateString } = require('internal/validators');
const { MessageChannel, close, emitAll, setRef, stateOf, withOwn } = require('internal/messaging/message_port');
const { Control } = require('internal/worker/control');
const { given } = require('internal/worker/inside');
const binding = internalBinding('workers');
const { makeChannel } = internalBinding('ports');

const SHARE_ENV = SymbolFor('nodejs.worker_threads.SHARE_ENV');
const DEFAULT_NAME = 'WorkerThread';
// An option that no program can give: the thread runs hooks of modules instead of a program (internal/modules/hooks_thread).
const kHooks = Symbol('hooks');
const DEFAULT_STACK_MB = 4;
const NOTIFY_AGAIN_MS = 10;
// Of the thread's stack the engine leaves some for its own use.
const STACK_RESERVE_MB = 1;
const LIMITS = ['maxYoungGenerationSizeMb', 'maxOldGenerationSizeMb', 'codeRangeSizeMb', 'stackSizeMb'];

// What hooks of async_hooks are shown of a thread.
class WorkerHandle {
  isReferenced = true;
  // The file it runs; undefined if it runs a text.
  entry;

  // Undefined when the thread is gone.
  hasRef() { return this.isReferenced; }
}

// The code of a worker that was ended while it ran.
const TERMINATED = 1;

class Worker extends EventEmitter {
  #handle = new WorkerHandle();
  #control;
  #publicPort;
  #threadId;
  #threadName;
  #limits;
  #stdin = null;
  // Made when the worker writes, or the program asks for them: most workers are silent, and streams cost more than the rest.
  #outputs = { __proto__: null, stdout: undefined, stderr: undefined };
  #keptOutputs;
  #performance;
  #hasExited = false;
  #isOnline = false;
  // Ended from here before it was heard of: it has not begun, however far its thread has come.
  #wasEndedEarly = false;
  #hasFailed = false;
  #exiting = [];
  // Set while the end is waited for.
  #reminder;
  // Questions that the worker has not answered: { resolve, reject }, by number.
  #questions = new SafeMap();
  #lastQuestion = 0;

  constructor(filename, options = {}) {
    super();
    const entry = readEntry(filename, options);
    if (entry.kind !== 'text') this.#handle.entry = entry.source;
    const argv = readArgv(options);
    const execArgv = readExecArgv(options);
    const variables = readVariables(options.env);
    const name = readName(options);
    const limits = readLimits(options.resourceLimits);
    const { 0: here, 1: there } = makeChannel();
    this.#control = new Control(here, (message) => this.#hear(message), this.#handle);
    const { port1, port2 } = new MessageChannel();
    try {
      this.#control.send({
        publicPort: port2,
        workerData: options.workerData,
        resourceLimits: limits,
        environmentData: new SafeMap(given.environmentData),
        hasStdin: Boolean(options.stdin),
        hooks: options[kHooks],
      }, withOwn(port2, options.transferList));
    } catch (error) {
      this.#publicPort = port1;
      this.#abandon();
      throw error;
    }
    this.#publicPort = port1;
    this.#limits = limits;
    port1.on('message', (message) => this.emit('message', message));
    port1.on('messageerror', (error) => this.emit('messageerror', error));
    setRef(stateOf(port1), false);
    if (options.stdin) this.#stdin = new (require('internal/worker/stdio').SentStream)(this.#control, 'stdin', () => {});
    this.#keptOutputs = { __proto__: null, stdout: options.stdout, stderr: options.stderr };
    const stackBytes = (limits.stackSizeMb + STACK_RESERVE_MB) * 2 ** 20;
    const started = binding.start(
      entry.kind, entry.source, argv, execArgv, variables, name, stackBytes, there, ArrayIsArray(options.execArgv),
      typeof options.env === 'object' && options.env !== null, this.#control.asyncId);
    if (typeof started !== 'number') {
      this.#abandon();
      if (ArrayIsArray(started)) throw new ERR_WORKER_INVALID_EXEC_ARGV(started);
      throw new ERR_WORKER_INVALID_EXEC_ARGV([started.problem], `invalid ${started.name} env variable`);
    }
    this.#threadId = started;
    this.#threadName = name;
    this.#control.setRef(true);
    if (options[kHooks] === undefined) process.nextTick(() => process.emit('worker', this));
  }

  // There will be no thread.
  #abandon() {
    this.#hasExited = true;
    this.#control.setRef(false);
    this.#control.close();
    close(stateOf(this.#publicPort));
  }

  #output(name) {
    return this.#outputs[name] ??= this.#makeOutput(name);
  }

  #makeOutput(name) {
    const { ReceivedStream } = require('internal/worker/stdio');
    const stream = new ReceivedStream(this.#control, name, () => {});
    if (this.#keptOutputs[name]) {
      if (this.#hasExited) stream.push(null);
    } else if (this.#hasExited) {
      stream.endUnseen();
    } else {
      stream.on('error', () => {});
      const target = process[name];
      if (target.listenerCount('error') === 0) target.setMaxListeners?.(0);
      stream.pipe(target, { end: false });
      // What comes next goes on at once, before anything else that the worker says.
      stream.read(0);
    }
    return stream;
  }

  #hear(message) {
    switch (message.kind) {
      case 'online':
        this.#isOnline = true;
        this.emit('online');
        break;
      case 'chunks': this.#output(message.stream).take(message.chunks); break;
      case 'more': this.#stdin?.goOn(); break;
      case 'error':
        this.#hasFailed = true;
        this.emit('error', require('internal/worker/error_box').unbox(message.error));
        break;
      case 'answer': this.#answered(message); break;
      case 'gone': this.#exit(); break;
      default: break;
    }
  }

  // Asks the worker for something that only its own thread knows. It answers between two callbacks.
  #ask(what) {
    if (this.#hasExited) return PromiseReject(new ERR_WORKER_NOT_RUNNING());
    return new Promise((resolve, reject) => {
      const number = ++this.#lastQuestion;
      this.#questions.set(number, { __proto__: null, resolve, reject });
      this.#control.tell({ kind: 'ask', what, number });
    });
  }

  #answered({ number, answer }) {
    const question = this.#questions.get(number);
    this.#questions.delete(number);
    question?.resolve(answer);
  }

  #exit() {
    const { 0: left, 1: failure } = binding.takeLeave(this.#threadId);
    const code = this.#wasEndedEarly && left === TERMINATED && failure === undefined && !this.#hasFailed ? 0 : left;
    this.#hasExited = true;
    this.#control.setRef(false);
    const port = stateOf(this.#publicPort);
    require('internal/messaging/remote_port').takeWaiting(port.data);
    emitAll(port);
    setRef(port, false);
    close(port);
    this.#control.close();
    this.#limits = {};
    this.#threadId = -1;
    this.#threadName = null;
    const { stdout, stderr } = this.#outputs;
    if (stdout?.readableEnded === false) stdout.push(null);
    if (stderr?.readableEnded === false) stderr.push(null);
    if (this.#stdin !== null) this.#stdin.destroy();
    if (failure !== undefined) this.emit('error', new ERR_WORKER_INIT_FAILED(failure));
    const unanswered = this.#questions;
    this.#questions = new SafeMap();
    MapPrototypeForEach(unanswered, ({ reject }) => reject(new ERR_WORKER_NOT_RUNNING()));
    if (this.#reminder !== undefined) require('timers').clearTimeout(this.#reminder);
    this.emit('exit', code);
    this.#handle.isReferenced = undefined;
    ArrayPrototypeForEach(this.#exiting, (resolve) => resolve(code));
    this.removeAllListeners();
  }

  postMessage(...args) {
    if (!this.#hasExited) ReflectApply(this.#publicPort.postMessage, this.#publicPort, args);
  }

  terminate(callback) {
    if (typeof callback === 'function') {
      process.emitWarning('Passing a callback to worker.terminate() is deprecated. It returns a Promise instead.', 'DeprecationWarning', 'DEP0132');
      if (this.#hasExited) return PromiseResolve();
      this.once('exit', (exitCode) => callback(null, exitCode));
    }
    if (this.#hasExited) return PromiseResolve();
    this.ref();
    return new Promise((resolve) => {
      ArrayPrototypePush(this.#exiting, resolve);
      if (!this.#isOnline) this.#wasEndedEarly = true;
      this.#terminate();
    });
  }

  // One that waits for shared memory is notified until it has noticed.
  #terminate() {
    if (this.#hasExited) return;
    const waiting = binding.terminate(this.#threadId, makeShared);
    if (waiting !== undefined) notify(waiting[0], waiting[1]);
    this.#reminder = require('timers').setTimeout(() => this.#terminate(), NOTIFY_AGAIN_MS);
    this.#reminder.unref();
  }

  async [SymbolAsyncDispose]() {
    await this.terminate();
  }

  ref() {
    this.#setRef(true);
  }

  unref() {
    this.#setRef(false);
  }

  #setRef(wanted) {
    if (this.#hasExited) return;
    this.#handle.isReferenced = wanted;
    this.#control.setRef(wanted);
    setRef(stateOf(this.#publicPort), wanted);
  }

  get threadId() { return this.#threadId; }
  get threadName() { return this.#threadName; }
  get stdin() { return this.#stdin; }
  get stdout() { return this.#output('stdout'); }
  get stderr() { return this.#output('stderr'); }
  get resourceLimits() { return this.#limits; }

  getHeapSnapshot() {
    if (this.#hasExited) return PromiseReject(new ERR_WORKER_NOT_RUNNING());
    throw new ERR_METHOD_NOT_IMPLEMENTED('worker.getHeapSnapshot()');
  }

  getHeapStatistics() {
    return this.#ask('heap');
  }

  cpuUsage(previous = undefined) {
    if (previous !== undefined) {
      validateObject(previous, 'prev');
      validateNumber(previous.user, 'prev.user', 0, NumberMAX_SAFE_INTEGER);
      validateNumber(previous.system, 'prev.system', 0, NumberMAX_SAFE_INTEGER);
    }
    return this.#cpuUsageSince(previous?.user ?? 0, previous?.system ?? 0);
  }

  async #cpuUsageSince(userBefore, systemBefore) {
    const { 0: user, 1: system } = await this.#ask('cpu');
    return { user: user - userBefore, system: system - systemBefore };
  }

  // How busy the loop of the worker is, as its own `performance` tells it.
  get performance() {
    return this.#performance ??= { eventLoopUtilization: (later, earlier) => this.#utilization(later, earlier) };
  }

  #utilization(later, earlier) {
    const { usage } = require('internal/perf/event_loop');
    const times = this.#hasExited ? undefined : binding.loopTimes(this.#threadId);
    if (times === undefined) return usage(0, 0);
    if (earlier !== undefined) return usage(later.idle - earlier.idle, later.active - earlier.active);
    const idle = times[0];
    const active = MathMax(times[1] - idle, 0);
    return later === undefined ? usage(idle, active) : usage(idle - later.idle, active - later.active);
  }

  startCpuProfile() { throw new ERR_METHOD_NOT_IMPLEMENTED('worker.startCpuProfile()'); }
  startHeapProfile() { throw new ERR_METHOD_NOT_IMPLEMENTED('worker.startHeapProfile()'); }
}

function makeShared(length) {
  return new SharedArrayBuffer(length);
}

function notify(buffer, byteOffset) {
  const rest = byteOffset % 4;
  AtomicsNotify(new Int32Array(buffer, byteOffset - rest, 1), 0);
}

function readEntry(filename, options) {
  if (options.eval && typeof filename !== 'string') {
    throw new ERR_INVALID_ARG_VALUE('options.eval', options.eval, "must be false when 'filename' is not a string");
  }
  if (options.eval) return { kind: 'text', source: filename };
  if (typeof filename === 'object' && filename !== null && filename.href && filename.protocol) {
    if (filename.protocol === 'data:') return { kind: 'url', source: `${filename.href}` };
    if (filename.protocol !== 'file:') throw new ERR_INVALID_URL_SCHEME('file');
    return { kind: 'file', source: require('url').fileURLToPath(filename) };
  }
  if (typeof filename !== 'string') throw new ERR_INVALID_ARG_TYPE('filename', ['string', 'URL'], filename);
  const { isAbsolute, resolve } = require('path');
  if (!isAbsolute(filename) && RegExpPrototypeExec(/^\.\.?[\\/]/, filename) === null) throw new ERR_WORKER_PATH(filename);
  return { kind: 'file', source: resolve(filename) };
}

function readArgv({ argv }) {
  if (argv === undefined || argv === null) return [];
  validateArray(argv, 'options.argv');
  return ArrayPrototypeMap(argv, (word) => String(word));
}

function readExecArgv({ execArgv }) {
  if (execArgv === undefined || execArgv === null) return process.execArgv;
  if (!ArrayIsArray(execArgv)) throw new ERR_INVALID_ARG_TYPE('options.execArgv', 'Array', execArgv);
  const words = ArrayPrototypeMap(execArgv, (word) => String(word));
  // It ends the flags, and is none.
  const end = ArrayPrototypeIndexOf(words, '--');
  return end === -1 ? words : ArrayPrototypeSlice(words, 0, end);
}

// Names and values in turns; undefined if those of this thread are shared.
function readVariables(env) {
  if (env === SHARE_ENV) {
    require('internal/process/env').share();
    return undefined;
  }
  if (env !== undefined && env !== null && typeof env !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options.env', ['object', 'undefined', 'null', 'worker_threads.SHARE_ENV'], env);
  }
  const variables = [];
  const entries = ObjectEntries(env ?? process.env);
  for (let i = 0; i < entries.length; i++) ArrayPrototypePush(variables, entries[i][0], `${entries[i][1]}`);
  return variables;
}

function readName({ name }) {
  if (name === undefined || name === null) return DEFAULT_NAME;
  validateString(name, 'options.name');
  return name;
}

function readLimits(wanted) {
  const limits = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 4096, codeRangeSizeMb: 0, stackSizeMb: DEFAULT_STACK_MB };
  if (wanted === undefined || wanted === null || typeof wanted !== 'object') return limits;
  for (let i = 0; i < LIMITS.length; i++) {
    const value = wanted[LIMITS[i]];
    if (typeof value === 'number' && value > 0) limits[LIMITS[i]] = value;
  }
  return limits;
}

module.exports = { SHARE_ENV, Worker, kHooks };
