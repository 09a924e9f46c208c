// The public module `node:test`.
'use strict';

const { ObjectAssign, ObjectDefineProperty } = primordials;
const { getTestContext, makeHookFunction, makeRunner } = require('internal/test_runner/root');
const { Test } = require('internal/test_runner/test');
const { Suite } = require('internal/test_runner/suite');

const test = makeRunner(Test);
const suite = makeRunner(Suite);

module.exports = test;
ObjectAssign(test, {
  after: makeHookFunction('after'),
  afterEach: makeHookFunction('afterEach'),
  before: makeHookFunction('before'),
  beforeEach: makeHookFunction('beforeEach'),
  describe: suite,
  getTestContext,
  it: test,
  run(options) {
    return require('internal/test_runner/run').run(options);
  },
  suite,
  test,
});
ObjectDefineProperty(test.run, 'length', { __proto__: null, value: 0, configurable: true });

let mock;
let assert;
let snapshot;

function defineGetter(name, get) {
  ObjectDefineProperty(test, name, { __proto__: null, configurable: true, enumerable: true, get });
}

defineGetter('mock', () => {
  if (mock === undefined) {
    const { MockTracker } = require('internal/test_runner/mock/tracker');
    mock = new MockTracker();
  }
  return mock;
});

defineGetter('snapshot', () => {
  if (snapshot === undefined) {
    const { setDefaultSnapshotSerializers, setResolveSnapshotPath } = require('internal/test_runner/snapshot');
    snapshot = { __proto__: null, setDefaultSnapshotSerializers, setResolveSnapshotPath };
  }
  return snapshot;
});

defineGetter('assert', () => {
  if (assert === undefined) assert = { __proto__: null, register: require('internal/test_runner/assertions').register };
  return assert;
});
