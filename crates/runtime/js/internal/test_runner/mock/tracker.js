// `mock`: makes mocks, and takes them away again.
'use strict';

const {
  ArrayPrototypeForEach, ArrayPrototypePush, FunctionPrototypeCall, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf,
} = primordials;
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateBoolean, validateFunction, validateInteger, validateObject } = require('internal/validators');
const { MockFunctionContext, makeMock } = require('internal/test_runner/mock/function');
const { isLazy } = require('internal/util/lazy_members');

const noOptions = { __proto__: null };

function defaultFunction() {}

function validateTimes(value, name) {
  if (value === Infinity) return;
  validateInteger(value, name, 1);
}

function validateKey(value, name) {
  if (typeof value === 'string' || typeof value === 'symbol') return;
  const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
  throw new ERR_INVALID_ARG_TYPE(name, ['string', 'symbol'], value);
}

function findMethod(object, name) {
  for (let host = object; host !== null && host !== undefined; host = ObjectGetPrototypeOf(host)) {
    const descriptor = ObjectGetOwnPropertyDescriptor(host, name);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

function isOptions(value) {
  return value !== null && typeof value === 'object';
}

class MockTracker {
  #mocks = [];
  #timers;

  get timers() {
    if (this.#timers === undefined) {
      const { MockTimers } = require('internal/test_runner/mock/timers');
      this.#timers = new MockTimers();
    }
    return this.#timers;
  }

  fn(original = function() {}, implementation = original, options = noOptions) {
    if (isOptions(original)) {
      options = original;
      original = function() {};
      implementation = original;
    } else if (isOptions(implementation)) {
      options = implementation;
      implementation = original;
    }
    validateFunction(original, 'original');
    validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    const { times = Infinity } = options;
    validateTimes(times, 'options.times');
    return this.#add(new MockFunctionContext(implementation, { __proto__: null, original }, times), original);
  }

  #add(context, original) {
    const mock = makeMock(context, original);
    ArrayPrototypePush(this.#mocks, context);
    return mock;
  }

  method(objectOrFunction, methodName, implementation = defaultFunction, options = noOptions) {
    validateKey(methodName, 'methodName');
    if (typeof objectOrFunction !== 'function') validateObject(objectOrFunction, 'object');
    if (isOptions(implementation)) {
      options = implementation;
      implementation = defaultFunction;
    }
    validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    const { getter = false, setter = false, times = Infinity } = options;
    validateBoolean(getter, 'options.getter');
    validateBoolean(setter, 'options.setter');
    validateTimes(times, 'options.times');
    if (setter && getter) throw new ERR_INVALID_ARG_VALUE('options.setter', setter, 'cannot be used with \'options.getter\'');
    let descriptor = findMethod(objectOrFunction, methodName);
    if (descriptor?.get !== undefined && isLazy(descriptor.get)) {
      descriptor.get();
      descriptor = findMethod(objectOrFunction, methodName);
    }
    let original = descriptor?.value;
    if (getter) original = descriptor?.get;
    else if (setter) original = descriptor?.set;
    if (typeof original !== 'function') throw new ERR_INVALID_ARG_VALUE('methodName', original, 'must be a method');

    const restore = { __proto__: null, descriptor, object: objectOrFunction, methodName };
    const context = new MockFunctionContext(implementation === defaultFunction ? original : implementation, restore, times);
    const mock = this.#add(context, original);
    const { configurable, enumerable, writable } = descriptor;
    const mocked = { __proto__: null, configurable, enumerable };
    if (getter || setter) {
      mocked.get = getter ? mock : descriptor.get;
      mocked.set = setter ? mock : descriptor.set;
    } else {
      mocked.writable = writable;
      mocked.value = mock;
    }
    ObjectDefineProperty(objectOrFunction, methodName, mocked);
    return mock;
  }

  getter(object, methodName, implementation = defaultFunction, options = noOptions) {
    return this.#accessor('getter', object, methodName, implementation, options);
  }

  setter(object, methodName, implementation = defaultFunction, options = noOptions) {
    return this.#accessor('setter', object, methodName, implementation, options);
  }

  #accessor(kind, object, methodName, implementation, options) {
    if (isOptions(implementation)) {
      options = implementation;
      implementation = defaultFunction;
    } else {
      validateObject(options, 'options');
    }
    const { [kind]: value = true } = options;
    if (value === false) throw new ERR_INVALID_ARG_VALUE(`options.${kind}`, value, 'cannot be false');
    return this.method(object, methodName, implementation, { __proto__: null, ...options, [kind]: value });
  }

  property(object, propertyName, value) {
    validateObject(object, 'object');
    validateKey(propertyName, 'propertyName');
    const { MockPropertyContext, makePropertyMock } = require('internal/test_runner/mock/property');
    const context = new MockPropertyContext(object, propertyName, value, arguments.length > 2);
    ArrayPrototypePush(this.#mocks, context);
    return makePropertyMock(context, object);
  }

  // Only with --experimental-test-module-mocks.
  module(specifier, options = noOptions) {
    const { mockModule } = require('internal/test_runner/mock/module');
    const context = mockModule(specifier, options, this.module);
    ArrayPrototypePush(this.#mocks, context);
    return context;
  }

  reset() {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = [];
  }

  restoreAll() {
    ArrayPrototypeForEach(this.#mocks, (context) => FunctionPrototypeCall(context.restore, context));
  }
}

if (!require('internal/options').getOptionValue('--experimental-test-module-mocks')) delete MockTracker.prototype.module;

module.exports = { MockTracker };
