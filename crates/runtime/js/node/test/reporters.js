// The public module `node:test/reporters`.
'use strict';

const { ObjectDefineProperties, ReflectConstruct } = primordials;

function getter(load) {
  return { __proto__: null, configurable: true, enumerable: true, get: load };
}

function maker(load) {
  return { __proto__: null, configurable: true, enumerable: true, writable: true, value: load };
}

ObjectDefineProperties(module.exports, {
  __proto__: null,
  dot: getter(() => require('internal/test_runner/reporter/dot').dot),
  junit: getter(() => require('internal/test_runner/reporter/junit').junitReporter),
  // With and without `new`.
  spec: maker(function spec() {
    return ReflectConstruct(require('internal/test_runner/reporter/spec').SpecReporter, []);
  }),
  tap: getter(() => require('internal/test_runner/reporter/tap').tapReporter),
  lcov: maker(function lcov() {
    return ReflectConstruct(require('internal/test_runner/reporter/lcov').LcovReporter, []);
  }),
});
