'use strict';

// execFile and exec: a child whose whole output is given to a callback.

const {
  ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypePush, ObjectDefineProperty, PromiseWithResolvers, ReflectApply, SymbolDispose,
  SymbolFor,
} = primordials;

const {
  AbortError,
  codes: { ERR_CHILD_PROCESS_STDIO_MAXBUFFER, ERR_INVALID_ARG_TYPE },
  genericNodeError,
} = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const { buffers } = require('internal/buffer/late');
const { killSignalOf, validateMaxBuffer, validateTimeout } = require('internal/child_process/arguments');

const DEFAULT_MAX_BUFFER = 1024 * 1024;

function argumentsOf(file, args, options, callback) {
  if (ArrayIsArray(args)) {
    args = args.slice();
  } else if (args != null && typeof args === 'object') {
    callback = options;
    options = args;
    args = null;
  } else if (typeof args === 'function') {
    callback = args;
    options = null;
    args = null;
  }
  args ??= [];
  if (typeof options === 'function') {
    callback = options;
  } else if (options != null && typeof options !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  if (typeof options === 'function' || options == null) options = {};
  if (callback != null) validateFunction(callback, 'callback');
  if (options.argv0 != null) validateString(options.argv0, 'options.argv0');
  return { file, args, options, callback };
}

// One output, collected up to a limit in bytes or characters.
class Collector {
  constructor(name, stream, encoding, limit, onFull) {
    this.chunks = [];
    this.length = 0;
    this.isText = () => !!(encoding || stream?.readableEncoding);
    if (!stream) return;
    if (encoding) stream.setEncoding(encoding);
    stream.on('data', (chunk) => {
      const before = this.length;
      const { readableEncoding } = stream;
      this.length += readableEncoding ? buffers().byteLength(chunk, readableEncoding) : chunk.length;
      if (this.length <= limit) {
        ArrayPrototypePush(this.chunks, chunk);
        return;
      }
      // The limit counts bytes and cuts characters, as Node does.
      ArrayPrototypePush(this.chunks, chunk.slice(0, limit - before));
      onFull(new ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name));
    });
  }

  content() {
    return this.isText() ? ArrayPrototypeJoin(this.chunks, '') : buffers().concat(this.chunks);
  }
}

function execFile(file, args, options, callback) {
  ({ file, args, options, callback } = argumentsOf(file, args, options, callback));
  options = {
    __proto__: null,
    encoding: 'utf8',
    timeout: 0,
    maxBuffer: DEFAULT_MAX_BUFFER,
    killSignal: 'SIGTERM',
    cwd: null,
    env: null,
    shell: false,
    ...options,
  };
  validateTimeout(options.timeout);
  validateMaxBuffer(options.maxBuffer);
  options.killSignal = killSignalOf(options.killSignal);

  const { spawn } = require('child_process');
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env,
    gid: options.gid,
    shell: options.shell,
    signal: options.signal,
    uid: options.uid,
    argv0: options.argv0,
  });
  const encoding = options.encoding && options.encoding !== 'buffer' && buffers().isEncoding(options.encoding) ?
    options.encoding : null;
  let killed = false;
  let failure = null;
  let timer = null;
  let done = false;

  function kill() {
    child.stdout?.destroy();
    child.stderr?.destroy();
    killed = true;
    try {
      child.kill(options.killSignal);
    } catch (error) {
      failure ??= error;
      finish();
    }
  }
  const onFull = (error) => {
    failure = error;
    kill();
  };
  const stdout = new Collector('stdout', child.stdout, encoding, options.maxBuffer, onFull);
  const stderr = new Collector('stderr', child.stderr, encoding, options.maxBuffer, onFull);

  function finish(code = null, signal = null) {
    if (done) return;
    done = true;
    if (timer !== null) clearTimeout(timer);
    if (!callback) return;
    const out = stdout.content();
    const errors = stderr.content();
    if (!failure && code === 0 && signal === null) {
      callback(null, out, errors);
      return;
    }
    let command = file;
    if (args.length > 0) command += ` ${ArrayPrototypeJoin(args, ' ')}`;
    failure ??= genericNodeError(`Command failed: ${command}\n${errors}`, {
      code: code < 0 ? require('util').getSystemErrorName(code) : code,
      killed: child.killed || killed,
      signal,
    });
    failure.cmd = command;
    callback(failure, out, errors);
  }

  if (options.timeout > 0) {
    timer = setTimeout(() => {
      timer = null;
      kill();
    }, options.timeout);
  }
  child.on('close', finish);
  child.on('error', (error) => {
    failure = error;
    child.stdout?.destroy();
    child.stderr?.destroy();
    finish();
  });
  return child;
}

function exec(command, options, callback) {
  validateString(command, 'command');
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  options = { __proto__: null, ...options };
  options.shell = typeof options.shell === 'string' ? options.shell : true;
  return execFile(command, options, callback);
}

// `util.promisify(exec)`: both outputs, also on the error.
function addPromiseForm(method) {
  ObjectDefineProperty(method, SymbolFor('nodejs.util.promisify.custom'), {
    __proto__: null,
    enumerable: false,
    value(...args) {
      // Outside of an executor, so that a wrong argument is thrown and not a rejection.
      const { promise, resolve, reject } = PromiseWithResolvers();
      ArrayPrototypePush(args, (error, stdout, stderr) => {
        if (error === null) {
          resolve({ stdout, stderr });
        } else {
          error.stdout = stdout;
          error.stderr = stderr;
          reject(error);
        }
      });
      promise.child = ReflectApply(method, undefined, args);
      return promise;
    },
  });
}
addPromiseForm(exec);
addPromiseForm(execFile);

// Kills the child when the signal aborts.
function killOnAbort(child, signal, killSignal) {
  const abort = () => {
    if (!child._handle && child.pid !== undefined) return;
    try {
      if (child.kill(killSignal)) child.emit('error', new AbortError(undefined, { cause: signal.reason }));
    } catch (error) {
      child.emit('error', error);
    }
  };
  if (signal.aborted) {
    process.nextTick(abort);
  } else {
    const listener = require('events').addAbortListener(signal, abort);
    child.once('exit', () => listener[SymbolDispose]());
  }
}

module.exports = { exec, execFile, killOnAbort };
