'use strict';

// The arguments of spawn and its kin: checked, with the shell put in front where one is asked for.

const {
  ArrayIsArray,
  ArrayPrototypeConcat,
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  ArrayPrototypeUnshift,
  ObjectIs,
  StringPrototypeIncludes,
  TypeError,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE, ERR_UNKNOWN_SIGNAL },
} = require('internal/errors');
const {
  validateBoolean,
  validateInt32,
  validateInteger,
  validateObject,
  validateString,
} = require('internal/validators');
const { signals } = internalBinding('process');

function checkNoNull(value, name) {
  if (typeof value === 'string' && StringPrototypeIncludes(value, '\u0000')) {
    throw new ERR_INVALID_ARG_VALUE(name, value, 'must be a string without null bytes');
  }
}

function checkNoNulls(values, name) {
  for (let i = 0; i < values.length; i++) checkNoNull(values[i], `${name}[${i}]`);
}

function normalizeSpawnArguments(file, args, options) {
  validateString(file, 'file');
  checkNoNull(file, 'file');
  if (file.length === 0) throw new ERR_INVALID_ARG_VALUE('file', file, 'cannot be empty');
  if (ArrayIsArray(args)) {
    args = ArrayPrototypeSlice(args);
  } else if (args === undefined || args === null) {
    args = [];
  } else if (typeof args !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('args', 'object', args);
  } else {
    options = args;
    args = [];
  }
  checkNoNulls(args, 'args');
  if (options === undefined) {
    options = {};
  } else {
    validateObject(options, 'options');
  }
  options = { __proto__: null, ...options };

  let { cwd } = options;
  if (cwd !== undefined && cwd !== null) {
    cwd = require('internal/fs/arguments').pathOf(cwd, 'options.cwd');
    checkNoNull(cwd, 'options.cwd');
    if (cwd === '') cwd = undefined;
  }
  if (options.detached != null) validateBoolean(options.detached, 'options.detached');
  if (options.uid != null) validateId(options.uid, 'options.uid');
  if (options.gid != null) validateId(options.gid, 'options.gid');
  if (options.shell != null && typeof options.shell !== 'boolean' && typeof options.shell !== 'string') {
    throw new ERR_INVALID_ARG_TYPE('options.shell', ['boolean', 'string'], options.shell);
  }
  if (options.argv0 != null) {
    validateString(options.argv0, 'options.argv0');
    checkNoNull(options.argv0, 'options.argv0');
  }

  if (options.shell) {
    const command = ArrayPrototypeJoin(ArrayPrototypeConcat([file], args), ' ');
    file = typeof options.shell === 'string' ? options.shell : '/bin/sh';
    args = ['-c', command];
  }
  ArrayPrototypeUnshift(args, typeof options.argv0 === 'string' ? options.argv0 : file);

  const environment = options.env || process.env;
  const envPairs = [];
  for (const name in environment) {
    const value = environment[name];
    if (value === undefined) continue;
    checkNoNull(name, `options.env['${name}']`);
    checkNoNull(value, `options.env['${name}']`);
    ArrayPrototypePush(envPairs, `${name}=${value}`);
  }
  return { __proto__: null, ...options, cwd, args, detached: !!options.detached, envPairs, file };
}

// A user or a group: the bits of a signed number, so that -2 is the last but one.
function validateId(id, name) {
  validateInt32(id, name);
  if (ObjectIs(id, -0)) {
    // Node says so for spawnSync and dies of it in spawn.
    const error = new TypeError(`${name} must be a 32-bit signed integer`);
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
}

function validateTimeout(timeout) {
  if (timeout != null) validateInteger(timeout, 'timeout', 0);
}

function validateMaxBuffer(maxBuffer) {
  if (maxBuffer != null && !(typeof maxBuffer === 'number' && maxBuffer >= 0)) {
    throw new ERR_OUT_OF_RANGE('options.maxBuffer', 'a positive number', maxBuffer);
  }
}

// The number of a signal given by name or number.
function signalNumber(signal) {
  if (typeof signal === 'number') {
    for (const name in signals) {
      if (signals[name] === signal) return signal;
    }
    throw new ERR_UNKNOWN_SIGNAL(signal);
  }
  if (typeof signal === 'string') {
    const number = signals[signal] ?? signals[signal.toUpperCase()];
    if (number !== undefined) return number;
  }
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

function killSignalOf(killSignal) {
  if (typeof killSignal === 'string' || typeof killSignal === 'number') return signalNumber(killSignal);
  if (killSignal != null) throw new ERR_INVALID_ARG_TYPE('options.killSignal', ['string', 'number'], killSignal);
  return undefined;
}

function signalName(number) {
  for (const name in signals) {
    if (signals[name] === number) return name;
  }
  return null;
}

module.exports = {
  checkNoNull,
  checkNoNulls,
  killSignalOf,
  normalizeSpawnArguments,
  signalName,
  signalNumber,
  validateMaxBuffer,
  validateTimeout,
};
