// What is wrong with a test that did not pass: an error with the code ERR_TEST_FAILURE, the kind of failure, and as `cause`
// what the test threw.
'use strict';

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ObjectDefineProperty, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeTrimStart,
} = primordials;
const { codes: { ERR_TEST_FAILURE } } = require('internal/errors');

const kinds = {
  __proto__: null,
  aborted: 'testAborted',
  callbackAndPromise: 'callbackAndPromisePresent',
  cancelledByParent: 'cancelledByParent',
  expectedFailure: 'expectedFailure',
  hook: 'hookFailed',
  multipleCallbacks: 'multipleCallbackInvocations',
  subtests: 'subtestsFailed',
  code: 'testCodeFailure',
  timeout: 'testTimeoutFailure',
};

function isInternalFrame(line) {
  const text = StringPrototypeTrimStart(line);
  return StringPrototypeStartsWith(text, 'at ') && (StringPrototypeIncludes(text, '(node:') || StringPrototypeEndsWith(text, '(<anonymous>)') ||
    StringPrototypeStartsWith(text, 'at node:') ||
    StringPrototypeStartsWith(text, 'at async node:'));
}

// Only what belongs to the program is of interest in the stack of such an error.
function failure(cause, kind) {
  const error = new ERR_TEST_FAILURE(cause, kind);
  require('internal/errors/stack').normalizeStack(error);
  const lines = ArrayPrototypeFilter(StringPrototypeSplit(error.stack, '\n'), (line) => !isInternalFrame(line));
  ObjectDefineProperty(error, 'stack', {
    __proto__: null, value: ArrayPrototypeJoin(lines, '\n'), writable: true, configurable: true, enumerable: false,
  });
  return error;
}

// The value as text, also if it throws while it is looked at.
function inspectSafely(value, options) {
  const { inspect } = require('internal/util/inspect');
  try {
    return inspect(value, options);
  } catch {
    return inspect(value, { __proto__: null, ...options, customInspect: false });
  }
}

function isFailure(error) {
  return error?.code === 'ERR_TEST_FAILURE' && kindIsOurs(error);
}

function kindIsOurs(error) {
  return typeof error.failureType === 'string';
}

module.exports = { failure, inspectSafely, isFailure, kinds };
