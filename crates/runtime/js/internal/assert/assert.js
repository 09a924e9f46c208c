// The assertions, as methods of `Assert`. `require('assert')` is `ok` with all of them; they
// work without their receiver, with the settings that the module has.
'use strict';

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypeShift,
  ArrayPrototypeSlice,
  ArrayPrototypeJoin,
  NumberIsNaN,
  ObjectAssign,
  ObjectDefineProperty,
  ObjectIs,
  RegExpPrototypeExec,
  StringPrototypeSplit,
  Symbol,
} = primordials;
const { fail: throwFailure, resolveMessage } = require('internal/assert/failure');
const { lazyValue } = require('internal/util/lazy_members');

const kOptions = Symbol('kOptions');

function diffOf(receiver) {
  return receiver?.[kOptions]?.diff ?? 'simple';
}

function loadComparisons() {
  return require('internal/util/comparisons');
}

function Assert(options) {
  const { codes: { ERR_CONSTRUCT_CALL_REQUIRED } } = require('internal/errors');
  if (!new.target) throw new ERR_CONSTRUCT_CALL_REQUIRED('Assert');
  const settings = { strict: true, diff: 'simple', skipPrototype: false, ...options };
  require('internal/validators').validateOneOf(settings.diff, 'options.diff', ['simple', 'full']);
  this.AssertionError = require('internal/assert/assertion_error');
  ObjectDefineProperty(this, kOptions, { __proto__: null, value: settings, enumerable: false });
  if (settings.strict) {
    this.equal = this.strictEqual;
    this.deepEqual = this.deepStrictEqual;
    this.notEqual = this.notStrictEqual;
    this.notDeepEqual = this.notDeepStrictEqual;
  }
}

// Every comparison needs both values; a forgotten one is a mistake in the test, not a failure of it.
function requireBoth(count) {
  if (count >= 2) return;
  const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
  throw new ERR_MISSING_ARGS('actual', 'expected');
}

/** `assertion` is the function that the program called. */
function innerOk(receiver, assertion, args) {
  if (args[0]) return;
  const message = args.length === 0 ? undefined : resolveMessage(ArrayPrototypeSlice(args, 1), args[0], true);
  let text = message;
  if (args.length === 0) {
    text = 'No value argument passed to `assert.ok()`';
  } else if (message === undefined) {
    text = falsyMessage(assertion);
  }
  const AssertionError = require('internal/assert/assertion_error');
  const failure = new AssertionError({
    actual: args[0], expected: true, message: text, operator: '==', stackStartFn: assertion, diff: diffOf(receiver),
  });
  failure.generatedMessage = message === undefined;
  throw failure;
}

function falsyMessage(assertion) {
  const call = require('internal/assert/expression').callText(assertion);
  return call === undefined ? 'The expression evaluated to a falsy value' :
    `The expression evaluated to a falsy value:\n\n  ${call}\n`;
}

const methods = {
  ok: function ok(...args) {
    innerOk(this, ok, args);
  },

  fail: function fail(message) {
    if (require('internal/assert/failure').isError(message)) throw message;
    const AssertionError = require('internal/assert/assertion_error');
    const failure = new AssertionError({
      message: message === undefined ? 'Failed' : message, operator: 'fail', stackStartFn: fail, diff: diffOf(this),
    });
    failure.generatedMessage = arguments.length === 0;
    throw failure;
  },

  equal: function equal(actual, expected, ...message) {
    requireBoth(arguments.length);
    // eslint-disable-next-line eqeqeq
    if (actual == expected || (NumberIsNaN(actual) && NumberIsNaN(expected))) return;
    throwFailure({ actual, expected, operator: '==', stackStartFn: equal, diff: diffOf(this) }, message);
  },

  notEqual: function notEqual(actual, expected, ...message) {
    requireBoth(arguments.length);
    // eslint-disable-next-line eqeqeq
    if (actual != expected && !(NumberIsNaN(actual) && NumberIsNaN(expected))) return;
    throwFailure({ actual, expected, operator: '!=', stackStartFn: notEqual, diff: diffOf(this) }, message);
  },

  deepEqual: function deepEqual(actual, expected, ...message) {
    requireBoth(arguments.length);
    if (loadComparisons().isDeepEqual(actual, expected)) return;
    throwFailure({ actual, expected, operator: 'deepEqual', stackStartFn: deepEqual, diff: diffOf(this) }, message);
  },

  notDeepEqual: function notDeepEqual(actual, expected, ...message) {
    requireBoth(arguments.length);
    if (!loadComparisons().isDeepEqual(actual, expected)) return;
    throwFailure({ actual, expected, operator: 'notDeepEqual', stackStartFn: notDeepEqual, diff: diffOf(this) }, message);
  },

  deepStrictEqual: function deepStrictEqual(actual, expected, ...message) {
    requireBoth(arguments.length);
    if (loadComparisons().isDeepStrictEqual(actual, expected, this?.[kOptions]?.skipPrototype)) return;
    throwFailure({ actual, expected, operator: 'deepStrictEqual', stackStartFn: deepStrictEqual, diff: diffOf(this) }, message);
  },

  notDeepStrictEqual: function notDeepStrictEqual(actual, expected, ...message) {
    requireBoth(arguments.length);
    if (!loadComparisons().isDeepStrictEqual(actual, expected, this?.[kOptions]?.skipPrototype)) return;
    throwFailure({ actual, expected, operator: 'notDeepStrictEqual', stackStartFn: notDeepStrictEqual, diff: diffOf(this) }, message);
  },

  strictEqual: function strictEqual(actual, expected, ...message) {
    requireBoth(arguments.length);
    if (ObjectIs(actual, expected)) return;
    throwFailure({ actual, expected, operator: 'strictEqual', stackStartFn: strictEqual, diff: diffOf(this) }, message);
  },

  notStrictEqual: function notStrictEqual(actual, expected, ...message) {
    requireBoth(arguments.length);
    if (!ObjectIs(actual, expected)) return;
    throwFailure({ actual, expected, operator: 'notStrictEqual', stackStartFn: notStrictEqual, diff: diffOf(this) }, message);
  },

  partialDeepStrictEqual: function partialDeepStrictEqual(actual, expected, ...message) {
    requireBoth(arguments.length);
    if (loadComparisons().isPartialStrictEqual(actual, expected)) return;
    throwFailure(
      { actual, expected, operator: 'partialDeepStrictEqual', stackStartFn: partialDeepStrictEqual, diff: diffOf(this) }, message);
  },

  match: function match(string, regexp, ...message) {
    innerMatch(this, string, regexp, message, match);
  },

  doesNotMatch: function doesNotMatch(string, regexp, ...message) {
    innerMatch(this, string, regexp, message, doesNotMatch);
  },

  throws: function throws(fn, ...args) {
    const { catchError, expectError } = require('internal/assert/throws');
    expectError(throws, diffOf(this), catchError(fn), args);
  },

  rejects: async function rejects(promiseFn, ...args) {
    const { catchRejection, expectError } = require('internal/assert/throws');
    expectError(rejects, diffOf(this), await catchRejection(promiseFn), args);
  },

  doesNotThrow: function doesNotThrow(fn, ...args) {
    const { catchError, expectNoError } = require('internal/assert/throws');
    expectNoError(doesNotThrow, diffOf(this), catchError(fn), args);
  },

  doesNotReject: async function doesNotReject(fn, ...args) {
    const { catchRejection, expectNoError } = require('internal/assert/throws');
    expectNoError(doesNotReject, diffOf(this), await catchRejection(fn), args);
  },

  ifError: function ifError(error) {
    if (error === null || error === undefined) return;
    const AssertionError = require('internal/assert/assertion_error');
    const failure = new AssertionError({
      actual: error,
      expected: null,
      operator: 'ifError',
      message: `ifError got unwanted exception: ${describeUnwanted(error)}`,
      stackStartFn: ifError,
      diff: diffOf(this),
    });
    joinStacks(failure, error);
    throw failure;
  },
};

function innerMatch(receiver, string, regexp, message, assertion) {
  const { isRegExp } = require('internal/util/types');
  const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
  if (!isRegExp(regexp)) throw new ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
  const isMatch = assertion === methods.match;
  if (typeof string === 'string' && (RegExpPrototypeExec(regexp, string) !== null) === isMatch) return;
  const { inspect } = require('internal/util/inspect');
  const given = resolveMessage(message, string, regexp);
  const generated = typeof string !== 'string' ?
    `The "string" argument must be of type string. Received type ${typeof string} (${inspect(string)})` :
    `${isMatch ? 'The input did not match the regular expression ' : 'The input was expected to not match the regular expression '}` +
      `${inspect(regexp)}. Input:\n\n${inspect(string)}\n`;
  const AssertionError = require('internal/assert/assertion_error');
  const failure = new AssertionError({
    actual: string,
    expected: regexp,
    message: given ?? generated,
    operator: assertion.name,
    stackStartFn: assertion,
    diff: diffOf(receiver),
  });
  failure.generatedMessage = given === undefined;
  throw failure;
}

function describeUnwanted(error) {
  if (typeof error !== 'object' || typeof error.message !== 'string') {
    return require('internal/util/inspect').inspect(error);
  }
  return error.message.length === 0 && error.constructor ? error.constructor.name : error.message;
}

// The failure's own frames end where the error's begin, so that both places are seen.
function joinStacks(failure, error) {
  const { normalizeStack } = require('internal/errors/stack');
  normalizeStack(error);
  const origin = error.stack;
  if (typeof origin !== 'string') return;
  const originFrames = framesOf(origin);
  if (originFrames.length === 0) return;
  normalizeStack(failure);
  const lines = StringPrototypeSplit(failure.stack, '\n');
  for (let i = 0; i < originFrames.length; i++) {
    const index = ArrayPrototypeIndexOf(lines, originFrames[i]);
    if (index !== -1) {
      lines.length = index;
      break;
    }
  }
  failure.stack = `${ArrayPrototypeJoin(lines, '\n')}\n${ArrayPrototypeJoin(originFrames, '\n')}`;
}

function framesOf(stack) {
  const lines = StringPrototypeSplit(stack, '\n');
  while (lines.length !== 0 && RegExpPrototypeExec(/^\s+at /, lines[0]) === null) ArrayPrototypeShift(lines);
  return lines;
}

ObjectAssign(Assert.prototype, methods);

function assert(...args) {
  innerOk(undefined, assert, args);
}

// Hoisted so that the two modules can hold each other.
function strict(...args) {
  innerOk(undefined, strict, args);
}

function addMethods(target) {
  lazyValue(target, 'AssertionError', () => require('internal/assert/assertion_error'));
  ObjectAssign(target, methods);
}
addMethods(assert);
addMethods(strict);
strict.equal = methods.strictEqual;
strict.deepEqual = methods.deepStrictEqual;
strict.notEqual = methods.notStrictEqual;
strict.notDeepEqual = methods.notDeepStrictEqual;
assert.strict = strict;
assert.Assert = Assert;
strict.Assert = Assert;
strict.strict = strict;

module.exports = { assert, innerOk, strict };
