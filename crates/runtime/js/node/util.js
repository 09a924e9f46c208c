// `require('util')`. Everything but `inspect` and `types` is loaded when it is first used.
'use strict';

const {
  ArrayIsArray,
  ObjectDefineProperty,
  ObjectKeys,
  PromisePrototypeThen,
  StringPrototypeToWellFormed,
} = primordials;

const util = {};

// [module, name there]; the public names, in Node's order.
const members = {
  __proto__: null,
  _errnoException: ['internal/errors', 'errnoException'],
  _exceptionWithHostPort: ['internal/errors', 'exceptionWithHostPort'],
  _extend,
  callbackify: ['internal/util/promisify', 'callbackify'],
  convertProcessSignalToExitCode,
  debug: ['internal/util/debuglog', 'debuglog'],
  debuglog: ['internal/util/debuglog', 'debuglog'],
  deprecate: ['internal/util/deprecate', 'deprecate'],
  format: ['internal/util/format', 'format'],
  styleText: ['internal/util/style_text', 'styleText'],
  formatWithOptions: ['internal/util/format', 'formatWithOptions'],
  getCallSites: ['internal/util/call_sites', 'getCallSites'],
  getSystemErrorMap: ['internal/util/system_errors', 'getSystemErrorMap'],
  getSystemErrorName: ['internal/util/system_errors', 'getSystemErrorName'],
  getSystemErrorMessage: ['internal/util/system_errors', 'getSystemErrorMessage'],
  inherits: ['internal/util/inherits', 'inherits'],
  inspect: ['internal/util/inspect', 'inspect'],
  isArray,
  isDeepStrictEqual: ['internal/util/comparisons', 'isDeepStrictEqual'],
  markPromiseAsHandled,
  promisify: ['internal/util/promisify', 'promisify'],
  stripVTControlCharacters,
  toUSVString,
  transferableAbortSignal: ['internal/messaging/transferable_abort', 'transferableAbortSignal'],
  transferableAbortController: ['internal/messaging/transferable_abort', 'transferableAbortController'],
  aborted,
  types: ['util/types'],
  parseEnv: ['internal/util/env', 'parseEnv'],
  parseArgs: ['internal/util/parse_args', 'parseArgs'],
  TextDecoder: ['internal/encoding', 'TextDecoder'],
  TextEncoder: ['internal/encoding', 'TextEncoder'],
  MIMEType: missing('MIMEType'),
  MIMEParams: missing('MIMEParams'),
  diff: ['internal/util/diff', 'diff'],
  debounce: missing('debounce'),
  throttle: missing('throttle'),
  setTraceSigInt: missing('setTraceSigInt'),
};

const names = ObjectKeys(members);
for (let i = 0; i < names.length; i++) {
  const name = names[i];
  const member = members[name];
  if (typeof member === 'function') util[name] = member;
  else defineLazily(name, member[0], member[1]);
}

// Becomes a plain property at the first read or write.
function defineLazily(name, id, key) {
  const settle = (value) => {
    ObjectDefineProperty(util, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    return value;
  };
  ObjectDefineProperty(util, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const exported = require(id);
      return settle(key === undefined ? exported : exported[key]);
    },
    set: settle,
  });
}

// What is not there says so when it is called.
function missing(name) {
  const stub = function() {
    const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
    throw new ERR_METHOD_NOT_IMPLEMENTED(`util.${name}()`);
  };
  return ObjectDefineProperty(stub, 'name', { __proto__: null, value: name, configurable: true });
}

let warnsOfExtend;
function _extend(target, source) {
  warnsOfExtend ??= require('internal/util/deprecate').deprecate(
    () => {}, 'The `util._extend` API is deprecated. Please use Object.assign() instead.', 'DEP0060');
  warnsOfExtend();
  if (source === null || typeof source !== 'object') return target;
  const keys = ObjectKeys(source);
  for (let i = keys.length - 1; i >= 0; i--) target[keys[i]] = source[keys[i]];
  return target;
}

let warnsOfIsArray;
function isArray(value) {
  warnsOfIsArray ??= require('internal/util/deprecate').deprecate(
    () => {}, 'The `util.isArray` API is deprecated. Please use `Array.isArray()` instead.', 'DEP0044');
  warnsOfIsArray();
  return ArrayIsArray(value);
}

function convertProcessSignalToExitCode(signalCode) {
  const { signals } = require('os').constants;
  require('internal/validators').validateOneOf(signalCode, 'signalCode', ObjectKeys(signals));
  return 128 + signals[signalCode];
}

function markPromiseAsHandled(promise) {
  if (!require('internal/util/types').isPromise(promise)) {
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('promise', 'Promise', promise);
  }
  PromisePrototypeThen(promise, undefined, () => {});
}

function stripVTControlCharacters(str) {
  require('internal/validators').validateString(str, 'str');
  return require('internal/util/inspect/string_width').stripSequences(str);
}

function toUSVString(input) {
  return StringPrototypeToWellFormed(`${input}`);
}

// A promise for the signal's abort that does not keep `resource` alive, nor outlives it.
async function aborted(signal, resource) {
  const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
  const { validateAbortSignal, validateObject } = require('internal/validators');
  if (signal === undefined) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateObject(resource, 'resource');
  if (signal.aborted) return undefined;
  const held = new primordials.WeakRef(resource);
  return new primordials.Promise((resolve) => {
    signal.addEventListener('abort', () => {
      if (primordials.WeakRefPrototypeDeref(held) !== undefined) resolve();
    }, { once: true });
  });
}

module.exports = util;
