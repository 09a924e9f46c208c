// `process.execve`: this process becomes another program. Nothing of this one is told, and nothing comes after it.
'use strict';

const { ArrayPrototypePush, Error, ObjectKeys, StringPrototypeIncludes } = primordials;

const { codes: { ERR_INVALID_ARG_VALUE, ERR_WORKER_UNSUPPORTED_OPERATION } } = require('internal/errors');
const { getSystemErrorName } = require('internal/util/system_errors');
const { validateArray, validateObject, validateString } = require('internal/validators');

const isPlain = (value) => typeof value === 'string' && !StringPrototypeIncludes(value, '\u0000');

let hasWarned = false;

function execve(execPath, args, env) {
  if (!hasWarned) {
    hasWarned = true;
    process.emitWarning('process.execve is an experimental feature and might change at any time', 'ExperimentalWarning');
  }
  if (!internalBinding('process').facts.isMain) throw new ERR_WORKER_UNSUPPORTED_OPERATION('Calling process.execve');
  validateString(execPath, 'execPath');
  validateArray(args, 'args');
  for (let i = 0; i < args.length; i++) {
    if (!isPlain(args[i])) throw new ERR_INVALID_ARG_VALUE(`args[${i}]`, args[i], 'must be a string without null bytes');
  }
  validateObject(env, 'env');
  const names = ObjectKeys(env);
  const values = [];
  for (let i = 0; i < names.length; i++) {
    const value = env[names[i]];
    if (!isPlain(names[i]) || !isPlain(value)) {
      throw new ERR_INVALID_ARG_VALUE('env', env, 'must be an object with string keys and values without null bytes');
    }
    ArrayPrototypePush(values, value);
  }
  const { errno, message } = internalBinding('child_process').replace(execPath, args, names, values);
  const code = getSystemErrorName(-errno);
  const error = new Error(`${code}, ${message} '${execPath}'`);
  error.errno = errno;
  error.code = code;
  error.path = execPath;
  error.syscall = 'execve';
  throw error;
}

module.exports = { execve };
