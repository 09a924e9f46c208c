// assert.throws and its kin: whether a function throws or a promise rejects, and whether with the error that is expected.
//
// What is expected may be a class, a regular expression, a validating function, or an object whose properties are compared.
'use strict';

const {
  ArrayPrototypePush,
  Error,
  FunctionPrototypeCall,
  FunctionPrototypeSymbolHasInstance,
  ObjectKeys,
  ObjectPrototypeIsPrototypeOf,
  ReflectApply,
  RegExpPrototypeExec,
  String,
} = primordials;
const { inspect } = require('internal/util/inspect');
const { isError } = require('internal/assert/failure');

const NO_EXCEPTION = {};

function catchError(fn) {
  require('internal/validators').validateFunction(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return error;
  }
  return NO_EXCEPTION;
}

function isThenable(value) {
  return require('internal/util/types').isPromise(value) ||
    (value !== null && typeof value === 'object' && typeof value.then === 'function' && typeof value.catch === 'function');
}

async function catchRejection(promiseFn) {
  const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE } } = require('internal/errors');
  let promise;
  if (typeof promiseFn === 'function') {
    promise = promiseFn();
    if (!isThenable(promise)) throw new ERR_INVALID_RETURN_VALUE('instance of Promise', 'promiseFn', promise);
  } else if (isThenable(promiseFn)) {
    promise = promiseFn;
  } else {
    throw new ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'], promiseFn);
  }
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return NO_EXCEPTION;
}

// Where a failure's stack starts. An asynchronous assertion has no caller left: its own frame is all there is to see.
function stackStartOf(assertion) {
  return assertion.name === 'rejects' ? expectError : assertion.name === 'doesNotReject' ? expectNoError : assertion;
}

function newFailure(options) {
  return new (require('internal/assert/assertion_error'))(options);
}

/** `assertion` is the function that was called: `throws` or `rejects`; `diff` its setting. */
function expectError(assertion, diff, actual, args) {
  const { codes: { ERR_AMBIGUOUS_ARGUMENT, ERR_INVALID_ARG_TYPE } } = require('internal/errors');
  let { 0: expected, 1: message } = args;
  if (typeof expected === 'string') {
    if (args.length > 1) throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], expected);
    if (typeof actual === 'object' && actual !== null) {
      if (actual.message === expected) {
        throw new ERR_AMBIGUOUS_ARGUMENT('error/message', `The error message "${actual.message}" is identical to the message.`);
      }
    } else if (actual === expected) {
      throw new ERR_AMBIGUOUS_ARGUMENT('error/message', `The error "${actual}" is identical to the message.`);
    }
    message = expected;
    expected = undefined;
  } else if (expected != null && typeof expected !== 'object' && typeof expected !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], expected);
  }

  if (actual === NO_EXCEPTION) {
    const kind = assertion.name === 'rejects' ? 'rejection' : 'exception';
    const class_ = expected?.name ? ` (${expected.name})` : '';
    throw newFailure({
      actual: undefined,
      expected,
      operator: assertion.name,
      message: `Missing expected ${kind}${class_}${message ? `: ${message}` : '.'}`,
      stackStartFn: stackStartOf(assertion),
      diff,
    });
  }
  if (!expected) return;
  matchError(assertion, diff, actual, expected, message);
}

function matchError(assertion, diff, actual, expected, message) {
  const { isRegExp } = require('internal/util/types');
  let generated;
  if (typeof expected !== 'function') {
    if (!isRegExp(expected)) {
      matchProperties(assertion, diff, actual, expected, message);
      return;
    }
    const text = String(actual);
    if (RegExpPrototypeExec(expected, text) !== null) return;
    generated = `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`;
  } else if (expected.prototype !== undefined && FunctionPrototypeSymbolHasInstance(expected, actual)) {
    return;
  } else if (expected === Error || ObjectPrototypeIsPrototypeOf(Error, expected)) {
    generated = `The error is expected to be an instance of "${expected.name}". Received ` +
      (isError(actual) ? `"${actual.constructor?.name || actual.name}"` : `"${inspect(actual, { depth: -1 })}"`);
    if (isError(actual)) generated += `\n\nError message:\n\n${actual.message}`;
  } else {
    const result = FunctionPrototypeCall(expected, {}, actual);
    if (result === true) return;
    const name = expected.name ? `"${expected.name}" ` : '';
    generated = `The ${name}validation function is expected to return "true". Received ${inspect(result)}`;
    if (isError(actual)) generated += `\n\nCaught error:\n\n${actual}`;
  }
  const failure = newFailure({
    actual, expected, message: message || generated, operator: assertion.name, stackStartFn: stackStartOf(assertion), diff,
  });
  failure.generatedMessage = !message;
  throw failure;
}

// The two sides of a comparison by properties, as the message shows them.
class Comparison {
  constructor(object, keys, actual) {
    const { isRegExp } = require('internal/util/types');
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (!(key in object)) continue;
      const isMatched = actual !== undefined && typeof actual[key] === 'string' && isRegExp(object[key]) &&
        RegExpPrototypeExec(object[key], actual[key]) !== null;
      this[key] = isMatched ? actual[key] : object[key];
    }
  }
}

function matchProperties(assertion, diff, actual, expected, message) {
  const { isRegExp } = require('internal/util/types');
  if (typeof actual !== 'object' || actual === null) {
    const failure = newFailure({ actual, expected, message, operator: 'deepStrictEqual', stackStartFn: stackStartOf(assertion), diff });
    failure.operator = assertion.name;
    throw failure;
  }
  const keys = ObjectKeys(expected);
  // An error is told by what it says, though that is no enumerable property.
  if (isError(expected)) {
    ArrayPrototypePush(keys, 'name', 'message');
  } else if (keys.length === 0) {
    const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');
  }
  const { isDeepStrictEqual } = require('internal/util/comparisons');
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof actual[key] === 'string' && isRegExp(expected[key]) &&
        RegExpPrototypeExec(expected[key], actual[key]) !== null) continue;
    if (key in actual && isDeepStrictEqual(actual[key], expected[key])) continue;
    if (isError(message)) throw message;
    if (message) {
      throw newFailure({ actual, expected, message, operator: assertion.name, stackStartFn: stackStartOf(assertion), diff });
    }
    const failure = newFailure({
      actual: new Comparison(actual, keys),
      expected: new Comparison(expected, keys, actual),
      operator: 'deepStrictEqual',
      stackStartFn: stackStartOf(assertion),
      diff,
    });
    failure.actual = actual;
    failure.expected = expected;
    failure.operator = assertion.name;
    throw failure;
  }
}

/** `assertion` is `doesNotThrow` or `doesNotReject`. An error that is not the unwanted one is thrown on. */
function expectNoError(assertion, diff, actual, args) {
  if (actual === NO_EXCEPTION) return;
  let { 0: expected, 1: message } = args;
  if (typeof expected === 'string') {
    message = expected;
    expected = undefined;
  }
  if (expected && !isUnwanted(actual, expected)) throw actual;
  const kind = assertion.name === 'doesNotReject' ? 'rejection' : 'exception';
  throw newFailure({
    actual,
    expected,
    operator: assertion.name,
    message: `Got unwanted ${kind}${message ? `: ${message}` : '.'}\nActual message: "${actual?.message}"`,
    stackStartFn: stackStartOf(assertion),
    diff,
  });
}

function isUnwanted(actual, expected) {
  const { isRegExp } = require('internal/util/types');
  if (typeof expected !== 'function') {
    if (isRegExp(expected)) return RegExpPrototypeExec(expected, String(actual)) !== null;
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'], expected);
  }
  if (expected.prototype !== undefined && FunctionPrototypeSymbolHasInstance(expected, actual)) return true;
  if (ObjectPrototypeIsPrototypeOf(Error, expected)) return false;
  return ReflectApply(expected, {}, [actual]) === true;
}

module.exports = { catchError, catchRejection, expectError, expectNoError };
