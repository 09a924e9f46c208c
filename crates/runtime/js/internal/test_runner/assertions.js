// `t.assert`: the assertions of `assert`, each counted by the test's plan, and those that a program registers.
'use strict';

const { ReflectApply, SafeMap } = primordials;
const { validateFunction, validateString } = require('internal/validators');

const NAMES = [
  'deepEqual', 'deepStrictEqual', 'doesNotMatch', 'doesNotReject', 'doesNotThrow', 'equal', 'fail', 'ifError', 'match', 'notDeepEqual', 'notDeepStrictEqual',
  'notEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'rejects', 'strictEqual', 'throws',
];

let registered;

function table() {
  if (registered !== undefined) return registered;
  const assert = require('assert');
  registered = new SafeMap();
  for (let i = 0; i < NAMES.length; i++) registered.set(NAMES[i], assert[NAMES[i]]);
  return registered;
}

// assert.register()
function register(name, fn) {
  validateString(name, 'name');
  validateFunction(fn, 'fn');
  table().set(name, fn);
}

function forTest(context, test) {
  const counted = (method) => (...args) => {
    test.expectedPlan?.count();
    return ReflectApply(method, context, args);
  };
  const assert = { __proto__: null };
  table().forEach((method, name) => {
    assert[name] = counted(method);
  });
  const { makeFileSnapshot, makeSnapshot } = require('internal/test_runner/snapshot');
  if (!registered.has('snapshot')) assert.snapshot = counted(makeSnapshot(test));
  if (!registered.has('fileSnapshot')) assert.fileSnapshot = counted(makeFileSnapshot(test));
  if (!registered.has('ok')) {
    // Named, and calls through: the message of a failed `ok` is found by the name of what was called.
    assert.ok = function ok(...args) {
      test.expectedPlan?.count();
      return require('internal/assert/assert').innerOk(undefined, ok, args);
    };
  }
  return assert;
}

module.exports = { forTest, register };
