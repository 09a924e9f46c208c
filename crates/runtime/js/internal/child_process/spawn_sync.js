'use strict';

// spawnSync, execFileSync and execSync: a child run to its end while the program waits.

const { ArrayPrototypeJoin, ArrayPrototypeSlice, Error, ObjectAssign } = primordials;

// Its errors of system calls load when there is one.
const errors = require('internal/errors');

const {
  codes: { ERR_INVALID_ARG_TYPE },
} = errors;
const { isArrayBufferView } = require('internal/util/views');
const { buffers } = require('internal/buffer/late');
const {
  killSignalOf,
  normalizeSpawnArguments,
  signalName,
  validateMaxBuffer,
  validateTimeout,
} = require('internal/child_process/arguments');
const { stdioOf } = require('internal/child_process/stdio');
const native = internalBinding('child_process');

const DEFAULT_MAX_BUFFER = 1024 * 1024;

function inputOf(input) {
  if (input === undefined || input === null) return undefined;
  if (typeof input === 'string') return buffers().from(input);
  if (!isArrayBufferView(input)) {
    throw new ERR_INVALID_ARG_TYPE('options.stdio[0]', ['Buffer', 'TypedArray', 'DataView', 'string'], input);
  }
  return buffers().from(input.buffer, input.byteOffset, input.byteLength);
}

function spawnSync(file, args, options) {
  return runSync(normalizeSpawnArguments(file, args, options));
}

// Runs what normalizeSpawnArguments made.
function runSync(options) {
  // Without a prototype: what a program has put into Object.prototype is no option.
  options = { __proto__: null, maxBuffer: DEFAULT_MAX_BUFFER, ...options };
  validateTimeout(options.timeout);
  validateMaxBuffer(options.maxBuffer);
  options.killSignal = killSignalOf(options.killSignal);
  options.stdio = stdioOf(options.stdio, 'sync');
  const input = inputOf(options.input);
  if (input !== undefined) options.stdio[0] = 'pipe';

  const ended = native.spawnSync({ __proto__: null, ...options, input });
  const failed = typeof ended === 'number';
  const result = failed ?
    { error: ended, status: null, signal: null, output: null, pid: 0 } :
    { error: ended.error, status: ended.status, signal: ended.signal, output: ended.output, pid: ended.pid };
  const { encoding } = options;
  if (result.output) {
    for (let i = 0; i < result.output.length; i++) {
      const bytes = result.output[i];
      if (bytes === null) continue;
      const buffer = buffers().from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      result.output[i] = encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
    }
  }
  result.stdout = result.output?.[1];
  result.stderr = result.output?.[2];
  if (result.error !== 0) {
    result.error = new errors.errnoException(result.error, `spawnSync ${options.file}`);
    result.error.path = options.file;
    result.error.spawnargs = ArrayPrototypeSlice(options.args, 1);
  } else {
    delete result.error;
  }
  if (result.signal !== null) result.signal = signalName(result.signal);
  return ordered(result);
}

// The fields in the order Node prints them.
function ordered({ error, status, signal, output, pid, stdout, stderr }) {
  const result = { status, signal, output, pid, stdout, stderr };
  return error === undefined ? result : { error, ...result };
}

function failureOf(result, command) {
  if (result.error) return ObjectAssign(result.error, result);
  if (result.status === 0) return undefined;
  let message = 'Command failed: ';
  message += command;
  if (result.stderr && result.stderr.length > 0) message += `\n${result.stderr.toString()}`;
  return ObjectAssign(new Error(message), result);
}

// Without a word about stdio the child's errors are shown as they are.
function show(result, options) {
  if ((options.stdio === undefined || options.stdio === null) && result.stderr) process.stderr.write(result.stderr);
}

function execFileSync(file, args, options) {
  const given = normalizeSpawnArguments(file, args, options);
  const result = runSync(given);
  show(result, given);
  const failure = failureOf(result, ArrayPrototypeJoin(given.args, ' '));
  if (failure) throw failure;
  return result.stdout;
}

function execSync(command, options) {
  const given = { __proto__: null, ...options };
  const shell = typeof given.shell === 'string' ? given.shell : true;
  const result = spawnSync(command, undefined, { ...given, shell });
  show(result, given);
  const failure = failureOf(result, command);
  if (failure) throw failure;
  return result.stdout;
}

module.exports = { execFileSync, execSync, spawnSync };
