'use strict';

// ChildProcess: a child that was started, its streams and its end.
//
// 'spawn' comes in a tick; 'exit' when the child ended; 'close' when, besides, its streams closed.

const {
  ArrayPrototypeConcat, ArrayPrototypeIndexOf, ArrayPrototypeMap, ArrayPrototypePush, FunctionPrototypeCall, ObjectSetPrototypeOf, Symbol, SymbolDispose,
} = primordials;

const EventEmitter = require('events');
// Its errors of system calls load when there is one.
const errors = require('internal/errors');
const { validateArray, validateObject, validateOneOf, validateString } = require('internal/validators');
const { NativeResource, comesNext, enterLast, leave } = require('internal/async_hooks/native_resource');
const { signalName, signalNumber } = require('internal/child_process/arguments');
const { hold, letGo } = require('internal/process/active');
const { stdioOf } = require('internal/child_process/stdio');
const native = internalBinding('child_process');

const EPERM = -1;
const ENOENT = -2;
const ESRCH = -3;
const EAGAIN = -11;
const EACCES = -13;
const EINVAL = -22;
const ENFILE = -23;
const EMFILE = -24;

const kProcess = Symbol('process');

class Process extends NativeResource {
  constructor() { super('PROCESSWRAP'); }
}

function ChildProcess() {
  FunctionPrototypeCall(EventEmitter, this);
  this._closesNeeded = 1;
  this._closesGot = 0;
  this.connected = false;
  this.signalCode = null;
  this.exitCode = null;
  this.killed = false;
  this.spawnfile = null;
  this._handle = null;
  this[kProcess] = new Process();
}
ObjectSetPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(ChildProcess, EventEmitter);

ChildProcess.prototype.spawn = function spawn(options) {
  validateObject(options, 'options');
  const stdio = stdioOf(options.stdio, 'async');
  const { envPairs } = options;
  if (envPairs !== undefined) validateArray(envPairs, 'options.envPairs');
  validateOneOf(options.serialization, 'options.serialization', [undefined, 'json', 'advanced']);
  const serialization = options.serialization || 'json';
  const channel = ArrayPrototypeIndexOf(stdio, 'ipc');
  if (channel !== -1) {
    stdio[channel] = 'pipe';
    options.envPairs = ArrayPrototypeConcat(
      envPairs ?? [], [`NODE_CHANNEL_FD=${channel}`, `NODE_CHANNEL_SERIALIZATION_MODE=${serialization}`]);
  }
  validateString(options.file, 'options.file');
  this.spawnfile = options.file;
  if (options.args !== undefined) validateArray(options.args, 'options.args');
  this.spawnargs = options.args ?? [];

  const resource = this[kProcess];
  comesNext(resource);
  const spawned = native.spawn({ __proto__: null, ...options, args: this.spawnargs, stdio }, (code, signal) => {
    enterLast(resource);
    onExit(this, code, signal);
    leave(resource);
  });
  if (typeof spawned === 'number') {
    failToSpawn(this, spawned, stdio, channel);
    return spawned;
  }
  process.nextTick(emitSpawn, this);
  this._handle = spawned;
  hold(this, resource.getAsyncId());
  this.pid = spawned.pid;
  makeStreams(this, spawned.pipes, channel);
  if (channel !== -1) openChannel(this, spawned.pipes[channel], serialization);
  return 0;
};

function emitSpawn(child) {
  child.emit('spawn');
}

// 'close' waits for the other end of the channel too.
function openChannel(child, pipe, serialization) {
  const { kEnd, setupChannel } = require('internal/child_process/channel');
  child._closesNeeded++;
  child.on(kEnd, () => maybeClose(child));
  // This end keeps the process alive until the other has gone, whatever is written through it.
  setupChannel(child, new (require('internal/streams/handle').Pipe)(pipe), serialization).refCounted();
}

function makeStreams(child, pipes, channel) {
  const streams = [];
  for (let i = 0; i < pipes.length; i++) {
    ArrayPrototypePush(streams, null);
    if (pipes[i] === null || i === channel) continue;
    const stream = streams[i] = new (require('internal/net/socket').Socket)({ handle: new (require('internal/streams/handle').Pipe)(pipes[i]), readable: i > 0 });
    if (i > 0) {
      child._closesNeeded++;
      stream.on('close', () => maybeClose(child));
    }
  }
  child.stdin = streams[0];
  child.stdout = streams[1];
  child.stderr = streams[2];
  child.stdio = streams;
}

function destroyedStreams(child, stdio) {
  child.stdio = ArrayPrototypeMap(stdio, (target, index) => (target === 'pipe' ? new (require('internal/net/socket').Socket)({ readable: index > 0 }).destroy() : null));
  ({ 0: child.stdin, 1: child.stdout, 2: child.stderr } = child.stdio);
}

// The pipes of a child that was never there: what is read from them ends, as if it had gone.
function deadStreams(child, stdio, channel) {
  makeStreams(child, ArrayPrototypeMap(stdio, (target) => {
    const pipe = target === 'pipe' ? native.deadPipe() : -1;
    return pipe < 0 ? null : pipe;
  }), channel);
}

// What a program may meet at run time arrives as 'error'; a mistake in the options is thrown.
function failToSpawn(child, errno, stdio, channel) {
  // Without descriptors there are no streams either.
  const lacksDescriptors = errno === EMFILE || errno === ENFILE;
  if (!lacksDescriptors && errno !== EACCES && errno !== EAGAIN && errno !== ENOENT) {
    destroyedStreams(child, stdio);
    throw new errors.errnoException(errno, 'spawn');
  }
  if (!lacksDescriptors) deadStreams(child, stdio, channel);
  process.nextTick(() => {
    child.exitCode = errno;
    child.stdin?.destroy();
    const syscall = child.spawnfile ? `spawn ${child.spawnfile}` : 'spawn';
    const error = new errors.errnoException(errno, syscall);
    if (child.spawnfile) error.path = child.spawnfile;
    error.spawnargs = child.spawnargs.slice(1);
    child.emit('error', error);
    process.nextTick(flushStreams, child);
    maybeClose(child);
  });
}

function onExit(child, code, signal) {
  if (signal !== null) {
    child.signalCode = signalName(signal);
  } else {
    child.exitCode = code;
  }
  if (child.stdin) child.stdin.destroy();
  child._handle = null;
  child.emit('exit', child.exitCode, child.signalCode);
  letGo(child);
  // Whatever nobody reads must still come to its end, or 'close' would never come.
  process.nextTick(flushStreams, child);
  maybeClose(child);
}

function flushStreams(child) {
  const { stdio } = child;
  if (stdio === undefined) return;
  for (let i = 0; i < stdio.length; i++) {
    const stream = stdio[i];
    if (stream && stream.readable && stream.readableFlowing === null && !stream.readableListening &&
        stream.listenerCount('readable') === 0) {
      stream.resume();
    }
  }
}

function maybeClose(child) {
  child._closesGot++;
  if (child._closesGot === child._closesNeeded) child.emit('close', child.exitCode, child.signalCode);
}

ChildProcess.prototype.kill = function kill(signal) {
  const number = signal === 0 ? 0 : signalNumber(signal === undefined ? 'SIGTERM' : signal);
  if (this._handle !== null) {
    const status = this._handle.kill(number);
    if (status === 0) {
      this.killed = number !== 0 || this.killed;
      return true;
    }
    if (status === EINVAL || status === -38) throw new errors.errnoException(status, 'kill');
    if (status !== ESRCH) this.emit('error', new errors.errnoException(status, 'kill'));
    if (status === EPERM) return false;
  }
  return false;
};

ChildProcess.prototype[SymbolDispose] = function() {
  if (!this.killed) this.kill();
};

ChildProcess.prototype.ref = function() {
  if (!this._handle) return;
  this._handle.ref();
  hold(this, this[kProcess].getAsyncId());
};

ChildProcess.prototype.unref = function() {
  if (!this._handle) return;
  this._handle.unref();
  letGo(this);
};

module.exports = { ChildProcess };
