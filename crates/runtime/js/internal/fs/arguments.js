'use strict';

// What fs functions accept: paths, descriptors, flags, modes, options, times. Each function here
// checks one kind of argument and gives it in the form the native half wants.

const {
  Date,
  DatePrototypeGetTime,
  Number,
  NumberIsFinite,
  NumberParseInt,
  RegExpPrototypeExec,
  StringPrototypeIncludes,
  Uint8Array,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const {
  validateFunction,
  validateInt32,
  validateInteger,
  validateUint32,
} = require('internal/validators');
const { isArrayBufferView, isUint8Array } = require('internal/util/views');
const constants = require('internal/fs/constants');

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } = constants;

function pathOf(value, name = 'path') {
  if (typeof value !== 'string' && !isUint8Array(value)) {
    // Only what looks like a URL costs loading that class.
    if (typeof value === 'object' && value !== null && value.href && value.protocol) {
      value = require('internal/url/file_url').toPathIfFileURL(value);
    }
    if (typeof value !== 'string') {
      throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], value);
    }
  }
  const hasNull = typeof value === 'string' ? StringPrototypeIncludes(value, '\u0000') : value.includes(0);
  if (hasNull) {
    throw new ERR_INVALID_ARG_VALUE(name, value, 'must be a string, Uint8Array, or URL without null bytes');
  }
  return value;
}

function fdOf(value) {
  if (typeof value !== 'number') throw new ERR_INVALID_ARG_TYPE('fd', 'number', value);
  validateInteger(value, 'fd', 0, 2147483647);
  return value;
}

// A path or a descriptor, for the functions that take either.
const fileOf = (value) => (typeof value === 'number' ? fdOf(value) : pathOf(value));

const flagNames = {
  '__proto__': null,
  'r': O_RDONLY,
  'rs': O_RDONLY | O_SYNC,
  'sr': O_RDONLY | O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  'sr+': O_RDWR | O_SYNC,
  'w': O_TRUNC | O_CREAT | O_WRONLY,
  'wx': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'xw': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'w+': O_TRUNC | O_CREAT | O_RDWR,
  'wx+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'xw+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'a': O_APPEND | O_CREAT | O_WRONLY,
  'ax': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'xa': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'as': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'sa': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'a+': O_APPEND | O_CREAT | O_RDWR,
  'ax+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'xa+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'as+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
  'sa+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
};

function flagsOf(flags, name = 'flags') {
  if (typeof flags === 'number') {
    validateInt32(flags, name);
    return flags;
  }
  if (flags == null) return O_RDONLY;
  const known = typeof flags === 'string' ? flagNames[flags] : undefined;
  if (known === undefined) throw new ERR_INVALID_ARG_VALUE(name, flags);
  return known;
}

function modeOf(value, name, fallback) {
  value ??= fallback;
  if (typeof value === 'string') {
    if (RegExpPrototypeExec(/^[0-7]+$/, value) === null) {
      throw new ERR_INVALID_ARG_VALUE(name, value, 'must be a 32-bit unsigned integer or an octal string');
    }
    value = NumberParseInt(value, 8);
  }
  validateUint32(value, name);
  return value;
}

function accessModeOf(mode) {
  mode ??= constants.F_OK;
  if (typeof mode !== 'number') throw new ERR_INVALID_ARG_TYPE('mode', 'integer', mode);
  if (mode < 0 || mode > 7) {
    const error = new ERR_OUT_OF_RANGE('mode', '>= 0 && <= 7', mode);
    error.message = 'mode is out of range: >= 0 && <= 7';
    throw error;
  }
  return mode;
}

// Options given as an encoding name or an object, over the function's defaults.
function optionsOf(options, defaults) {
  if (options === undefined || options === null || typeof options === 'function') return defaults;
  if (typeof options === 'string') {
    options = { __proto__: null, encoding: options };
  } else if (typeof options !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  }
  if (options.encoding !== undefined && options.encoding !== null && options.encoding !== 'buffer') {
    const { Buffer } = require('internal/buffer/buffer');
    if (!Buffer.isEncoding(options.encoding)) {
      throw new ERR_INVALID_ARG_VALUE('encoding', options.encoding, 'is invalid encoding');
    }
  }
  if (options.signal !== undefined) {
    const { validateAbortSignal } = require('internal/validators');
    validateAbortSignal(options.signal, 'options.signal');
  }
  // Inherited options count as well.
  const merged = { __proto__: null, ...defaults };
  for (const name in options) merged[name] = options[name];
  return merged;
}

function abortErrorOf(signal) {
  const { AbortError } = require('internal/errors');
  return new AbortError(undefined, { cause: signal.reason });
}

// Seconds, from a number, a numeric string or a Date.
function secondsOf(time, name = 'time') {
  if (typeof time === 'string' && +time === Number(time) && time !== '' && NumberIsFinite(+time)) return +time;
  if (typeof time === 'number' && NumberIsFinite(time)) return time < 0 ? DatePrototypeGetTime(new Date()) / 1000 : time;
  if (typeof time === 'object' && require('internal/util/types').isDate(time)) return DatePrototypeGetTime(time) / 1000;
  throw new ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'], time);
}

// What is written: text becomes bytes unless it is UTF-8, which the native half encodes.
function dataOf(data, encoding) {
  if (typeof data === 'string') {
    if (encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8') return data;
    return require('internal/buffer/buffer').Buffer.from(data, encoding);
  }
  if (!isArrayBufferView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  return bytesOf(data);
}

const bytesOf = (view) =>
  (isUint8Array(view) ? view : new Uint8Array(view.buffer, view.byteOffset, view.byteLength));

function callbackOf(callback) {
  validateFunction(callback, 'cb');
  return callback;
}

module.exports = {
  abortErrorOf,
  accessModeOf,
  bytesOf,
  callbackOf,
  dataOf,
  fdOf,
  fileOf,
  flagsOf,
  modeOf,
  optionsOf,
  pathOf,
  secondsOf,
};
