// Checks of arguments, each throwing the error that Node throws for it.
//
// A validator takes the value and the name it has in the message, returns
// nothing (unless its name says so) and is cheap when the value is right.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeIncludes,
  ArrayPrototypeJoin,
  ArrayPrototypeMap,
  ArrayBufferIsView,
  NumberIsFinite,
  NumberIsInteger,
  NumberIsNaN,
  NumberMAX_SAFE_INTEGER,
  NumberMIN_SAFE_INTEGER,
  NumberParseInt,
  RegExpPrototypeExec,
  String,
  StringPrototypeIncludes,
  StringPrototypeToUpperCase,
  StringPrototypeTrim,
} = primordials;

// Taken from when something is wrong, and not before: the table loads then.
const { codes } = require('internal/errors');

const isInt32 = (value) => value === (value | 0);
const isUint32 = (value) => value === (value >>> 0);

function validateType(value, name, type) {
  if (typeof value !== type) throw new codes.ERR_INVALID_ARG_TYPE(name, type, value);
}

const validateString = (value, name) => validateType(value, name, 'string');
const validateBoolean = (value, name) => validateType(value, name, 'boolean');
const validateFunction = (value, name) => validateType(value, name, 'function');

function validateBetween(value, name, min, max) {
  if (!NumberIsInteger(value)) throw new codes.ERR_OUT_OF_RANGE(name, 'an integer', value);
  if (value < min || value > max) throw new codes.ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, value);
}

function validateInteger(value, name, min = NumberMIN_SAFE_INTEGER, max = NumberMAX_SAFE_INTEGER) {
  validateType(value, name, 'number');
  validateBetween(value, name, min, max);
}

function validateInt32(value, name, min = -2147483648, max = 2147483647) {
  validateType(value, name, 'number');
  validateBetween(value, name, min, max);
}

function validateUint32(value, name, positive = false) {
  validateType(value, name, 'number');
  validateBetween(value, name, positive ? 1 : 0, 4294967295);
}

// Unlike the others, takes NaN and fractions; NaN only when there is no limit.
function validateNumber(value, name, min = undefined, max = undefined) {
  validateType(value, name, 'number');
  const limited = min != null || max != null;
  if (!limited) return;
  if ((min != null && value < min) || (max != null && value > max) || NumberIsNaN(value)) {
    const lower = min != null ? `>= ${min}` : '';
    const upper = max != null ? `<= ${max}` : '';
    throw new codes.ERR_OUT_OF_RANGE(name, lower && upper ? `${lower} && ${upper}` : lower + upper, value);
  }
}

// Returns whether there is a number at all: undefined and NaN are "none".
function validateFiniteNumber(value, name) {
  if (value === undefined) return false;
  if (NumberIsFinite(value)) return true;
  if (NumberIsNaN(value)) return false;
  validateNumber(value, name);
  throw new codes.ERR_OUT_OF_RANGE(name, 'a finite number', value);
}

// Returns the number, or `fallback` when there is none.
function checkRangesOrGetDefault(value, name, lower, upper, fallback) {
  if (!validateFiniteNumber(value, name)) return fallback;
  if (value < lower || value > upper) {
    throw new codes.ERR_OUT_OF_RANGE(name, `>= ${lower} and <= ${upper}`, value);
  }
  return value;
}

function validateOneOf(value, name, allowed) {
  if (ArrayPrototypeIncludes(allowed, value)) return;
  const list = ArrayPrototypeJoin(
    ArrayPrototypeMap(allowed, (one) => (typeof one === 'string' ? `'${one}'` : String(one))), ', ');
  throw new codes.ERR_INVALID_ARG_VALUE(name, value, `must be one of: ${list}`);
}

function validateUnion(value, name, union) {
  if (ArrayPrototypeIncludes(union, value)) return;
  throw new codes.ERR_INVALID_ARG_TYPE(name, `('${ArrayPrototypeJoin(union, '|')}')`, value);
}

function validateUndefined(value, name) {
  if (value !== undefined) throw new codes.ERR_INVALID_ARG_TYPE(name, 'undefined', value);
}

function validatePlainFunction(value, name) {
  if (typeof value !== 'function' || require('internal/util/types').isAsyncFunction(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'Function', value);
  }
}

function validateStringWithoutNullBytes(value, name) {
  validateString(value, name);
  if (StringPrototypeIncludes(value, '\u0000')) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, value, 'must be a string without null bytes');
  }
}

// What validateObject takes besides plain objects, as bits.
const kValidateObjectNone = 0;
const kValidateObjectAllowNullable = 1;
const kValidateObjectAllowArray = 2;
const kValidateObjectAllowFunction = 4;
const kValidateObjectAllowObjects = kValidateObjectAllowArray | kValidateObjectAllowFunction;
const kValidateObjectAllowObjectsAndNull = kValidateObjectAllowObjects | kValidateObjectAllowNullable;

function validateObject(value, name, allow = kValidateObjectNone) {
  if (value === null) {
    if (allow & kValidateObjectAllowNullable) return;
  } else if (typeof value === 'object') {
    if (allow & kValidateObjectAllowArray || !ArrayIsArray(value)) return;
  } else if (typeof value === 'function' && allow & kValidateObjectAllowFunction) {
    return;
  }
  throw new codes.ERR_INVALID_ARG_TYPE(name, 'Object', value);
}

// A dictionary as Web IDL has it: null and undefined are empty ones.
function validateDictionary(value, name) {
  if (value != null && typeof value !== 'object' && typeof value !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'a dictionary', value);
  }
}

function validateArray(value, name, minLength = 0) {
  if (!ArrayIsArray(value)) throw new codes.ERR_INVALID_ARG_TYPE(name, 'Array', value);
  if (value.length < minLength) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, value, `must have a length of at least ${minLength}`);
  }
}

function validateEach(value, name, validate) {
  validateArray(value, name);
  for (let i = 0; i < value.length; i++) validate(value[i], `${name}[${i}]`);
}

const validateStringArray = (value, name) => validateEach(value, name, validateString);
const validateBooleanArray = (value, name) => validateEach(value, name, validateBoolean);

// Anything with an `aborted` will do, so that signals of other realms work.
function validateAbortSignal(value, name) {
  if (value !== undefined && (value === null || typeof value !== 'object' || !('aborted' in value))) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'AbortSignal', value);
  }
}

function validateAbortSignalArray(value, name) {
  validateEach(value, name, (signal, at) => {
    if (signal === undefined) throw new codes.ERR_INVALID_ARG_TYPE(at, 'AbortSignal', signal);
    validateAbortSignal(signal, at);
  });
}

function validateBuffer(value, name = 'buffer') {
  if (!ArrayBufferIsView(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], value);
  }
}

function validateEncoding(data, encoding) {
  const isHex = typeof encoding === 'string' && StringPrototypeToUpperCase(encoding) === 'HEX';
  if (isHex && data.length % 2 !== 0) {
    throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding, `is invalid for data of length ${data.length}`);
  }
}

// Returns the port as a number.
function validatePort(port, name = 'Port', allowZero = true) {
  const isNumeric = typeof port === 'number' ||
    (typeof port === 'string' && StringPrototypeTrim(port).length > 0);
  const value = isNumeric ? +port : -1;
  if (!NumberIsInteger(value) || value < 0 || value > 65535 || (value === 0 && !allowZero)) {
    throw new codes.ERR_SOCKET_BAD_PORT(name, port, allowZero);
  }
  return value;
}

function validateSignalName(signal, name = 'signal') {
  validateString(signal, name);
  const { signals } = require('os').constants;
  if (signals[signal] !== undefined) return;
  if (signals[StringPrototypeToUpperCase(signal)] !== undefined) {
    throw new codes.ERR_UNKNOWN_SIGNAL(`${signal} (signals must use all capital letters)`);
  }
  throw new codes.ERR_UNKNOWN_SIGNAL(signal);
}

const octalDigits = /^[0-7]+$/;

// Returns the file mode that a number or an octal string stands for.
function parseFileMode(value, name, fallback) {
  value ??= fallback;
  if (typeof value === 'string') {
    if (RegExpPrototypeExec(octalDigits, value) === null) {
      throw new codes.ERR_INVALID_ARG_VALUE(name, value, 'must be a 32-bit unsigned integer or an octal string');
    }
    value = NumberParseInt(value, 8);
  }
  validateUint32(value, name);
  return value;
}

// For methods of web classes: `this` must carry the class's private mark.
function validateThisInternalField(object, field, className) {
  if (object === null || typeof object !== 'object' || !(field in object)) {
    throw new codes.ERR_INVALID_THIS(className);
  }
}

module.exports = {
  checkRangesOrGetDefault,
  isInt32,
  isUint32,
  kValidateObjectAllowArray,
  kValidateObjectAllowFunction,
  kValidateObjectAllowNullable,
  kValidateObjectAllowObjects,
  kValidateObjectAllowObjectsAndNull,
  kValidateObjectNone,
  parseFileMode,
  validateAbortSignal,
  validateAbortSignalArray,
  validateArray,
  validateBoolean,
  validateBooleanArray,
  validateBuffer,
  validateDictionary,
  validateEncoding,
  validateFiniteNumber,
  validateFunction,
  validateInt32,
  validateInteger,
  validateNumber,
  validateObject,
  validateOneOf,
  validatePlainFunction,
  validatePort,
  validateSignalName,
  validateString,
  validateStringArray,
  validateStringWithoutNullBytes,
  validateThisInternalField,
  validateUint32,
  validateUndefined,
  validateUnion,
};
