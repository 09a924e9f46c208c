// A function that remembers its calls, in the place of another.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeSlice, ObjectDefineProperty, Proxy, ReflectApply, ReflectConstruct, ReflectGet, SafeMap,
} = primordials;
const { validateFunction, validateInteger } = require('internal/validators');

class MockFunctionContext {
  #calls = [];
  #once = new SafeMap();
  #implementation;
  #restore;
  #times;

  // `restore`: { original } or { descriptor, object, methodName }.
  constructor(implementation, restore, times) {
    this.#implementation = implementation;
    this.#restore = restore;
    this.#times = times;
  }

  get calls() {
    return ArrayPrototypeSlice(this.#calls);
  }

  callCount() {
    return this.#calls.length;
  }

  mockImplementation(implementation) {
    validateFunction(implementation, 'implementation');
    this.#implementation = implementation;
  }

  mockImplementationOnce(implementation, onCall) {
    validateFunction(implementation, 'implementation');
    const next = this.#calls.length;
    const call = onCall ?? next;
    validateInteger(call, 'onCall', next);
    this.#once.set(call, implementation);
  }

  restore() {
    const { descriptor, object, original, methodName } = this.#restore;
    if (typeof methodName === 'string' || typeof methodName === 'symbol') ObjectDefineProperty(object, methodName, descriptor);
    else this.#implementation = original;
  }

  resetCalls() {
    this.#calls = [];
  }

  static track(context, call) {
    ArrayPrototypePush(context.#calls, call);
  }

  // What the next call calls. The last of a limited number takes the mock away.
  static next(context) {
    const call = context.#calls.length;
    const implementation = context.#once.get(call) ?? context.#implementation;
    if (call + 1 === context.#times) context.restore();
    context.#once.delete(call);
    return implementation;
  }
}

const { next, track } = MockFunctionContext;
delete MockFunctionContext.next;
delete MockFunctionContext.track;

function makeMock(context, original) {
  return new Proxy(original, {
    __proto__: null,
    apply(target, receiver, args) {
      const implementation = next(context);
      let result;
      let error;
      try {
        result = ReflectApply(implementation, receiver, args);
      } catch (thrown) {
        error = thrown;
        throw thrown;
      } finally {
        track(context, { arguments: args, error, result, stack: new Error(), target: undefined, this: receiver });
      }
      return result;
    },
    construct(target, args, newTarget) {
      const implementation = next(context);
      let result;
      let error;
      try {
        result = ReflectConstruct(implementation, args, newTarget);
      } catch (thrown) {
        error = thrown;
        throw thrown;
      } finally {
        track(context, { arguments: args, error, result, stack: new Error(), target, this: result });
      }
      return result;
    },
    get(target, name, receiver) {
      return name === 'mock' ? context : ReflectGet(target, name, receiver);
    },
  });
}

module.exports = { MockFunctionContext, makeMock };
