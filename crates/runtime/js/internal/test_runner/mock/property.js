// A property that remembers how it was read and written.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeSlice, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, Proxy, ReflectGet, SafeMap,
} = primordials;
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateInteger } = require('internal/validators');

class MockPropertyContext {
  #object;
  #name;
  #value;
  #descriptor;
  #accesses = [];
  #once = new SafeMap();

  constructor(object, name, value, hasValue) {
    this.#object = object;
    this.#name = name;
    this.#descriptor = ObjectGetOwnPropertyDescriptor(object, name);
    if (this.#descriptor === undefined) {
      throw new ERR_INVALID_ARG_VALUE('propertyName', name, 'is not a property of the object');
    }
    this.#value = hasValue ? value : object[name];
    const { configurable, enumerable } = this.#descriptor;
    ObjectDefineProperty(object, name, {
      __proto__: null,
      configurable,
      enumerable,
      get: () => {
        const found = this.#next(this.#value);
        this.#track('get', found);
        return found;
      },
      set: (written) => {
        this.mockImplementation(this.#next(written));
        this.#track('set', written);
      },
    });
  }

  #next(value) {
    const call = this.#accesses.length;
    if (!this.#once.has(call)) return value;
    const found = this.#once.get(call);
    this.#once.delete(call);
    return found;
  }

  #track(type, value) {
    ArrayPrototypePush(this.#accesses, { type, value, stack: new Error() });
  }

  get accesses() {
    return ArrayPrototypeSlice(this.#accesses);
  }

  accessCount() {
    return this.#accesses.length;
  }

  mockImplementation(value) {
    if (this.#descriptor.writable === false) {
      throw new ERR_INVALID_ARG_VALUE('propertyName', this.#name, 'cannot be set');
    }
    this.#value = value;
  }

  mockImplementationOnce(value, onAccess) {
    const next = this.#accesses.length;
    const access = onAccess ?? next;
    validateInteger(access, 'onAccess', next);
    this.#once.set(access, value);
  }

  resetAccesses() {
    this.#accesses = [];
  }

  restore() {
    ObjectDefineProperty(this.#object, this.#name, { __proto__: null, ...this.#descriptor });
  }
}

function makePropertyMock(context, object) {
  return new Proxy(object, {
    __proto__: null,
    get(target, name, receiver) {
      return name === 'mock' ? context : ReflectGet(target, name, receiver);
    },
  });
}

module.exports = { MockPropertyContext, makePropertyMock };
