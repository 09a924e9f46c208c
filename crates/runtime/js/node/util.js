// `require('util')`. Nearly everything is loaded when it is first used.
'use strict';

const {
  ArrayIsArray,
  ObjectAssign,
  ObjectKeys,
  PromisePrototypeThen,
  ReflectApply,
  StringPrototypeToWellFormed,
  SymbolFor,
} = primordials;

const { lazyFunctions, lazyValue, lazyValues } = require('internal/util/lazy_members');

const util = {};

const ERRORS = 'internal/util/system_errors';
const FORMAT = 'internal/util/format';
const PROMISIFY = 'internal/util/promisify';
const TRANSFERABLE = 'internal/messaging/transferable_abort';

// In Node's order, which programs see: what is here, or what is elsewhere: functions with their lengths, or values.
const members = [
  { _errnoException, _exceptionWithHostPort, _extend },
  [PROMISIFY, { callbackify: 1 }],
  { convertProcessSignalToExitCode },
  ['internal/util/debuglog', { debug: 2, debuglog: 2 }],
  ['internal/util/deprecate', { deprecate: 3 }],
  [FORMAT, { format: 0 }],
  ['internal/util/style_text', { styleText: 3 }],
  [FORMAT, { formatWithOptions: 1 }],
  // It tells of its caller, and so is called directly.
  ['internal/util/call_sites', ['getCallSites']],
  [ERRORS, { getSystemErrorMap: 0, getSystemErrorName: 1, getSystemErrorMessage: 1 }],
  ['internal/util/inherits', { inherits: 2 }],
  ['internal/util/inspect', ['inspect']],
  { isArray },
  ['internal/util/comparisons', { isDeepStrictEqual: 3 }],
  { markPromiseAsHandled },
  [PROMISIFY, { promisify: 1 }],
  { stripVTControlCharacters, toUSVString },
  [TRANSFERABLE, { transferableAbortSignal: 1, transferableAbortController: 0 }],
  { aborted, types: undefined },
  ['internal/util/env', { parseEnv: 1 }],
  ['internal/util/parse_args', { parseArgs: 0 }],
  ['internal/encoding', ['TextDecoder', 'TextEncoder']],
  ['internal/util/mime', ['MIMEType', 'MIMEParams']],
  ['internal/util/diff', { diff: 2 }],
  ['internal/util/rate', { debounce: 2, throttle: 3 }],
  { setTraceSigInt },
];

for (let i = 0; i < members.length; i++) {
  const member = members[i];
  if (!ArrayIsArray(member)) ObjectAssign(util, member);
  else if (ArrayIsArray(member[1])) lazyValues(util, member[0], member[1]);
  else lazyFunctions(util, member[0], member[1]);
}
lazyValue(util, 'types', () => require('util/types'));
util.debug = util.debuglog;
util.promisify.custom = SymbolFor('nodejs.util.promisify.custom');

// The engine does not show the stack of what runs when a signal comes.
function setTraceSigInt(enable) {
  const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
  throw new ERR_METHOD_NOT_IMPLEMENTED('util.setTraceSigInt()');
}

function _errnoException(...args) {
  return ReflectApply(require('internal/errors').errnoException, undefined, args);
}

function _exceptionWithHostPort(...args) {
  return ReflectApply(require('internal/errors').exceptionWithHostPort, undefined, args);
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
