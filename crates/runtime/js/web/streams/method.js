// A function that a program gave as a member of its source, sink or transformer, with that object.
//
// `FunctionPrototypeCall` collects its arguments for the engine's one `apply`, whose optimized callers give up whenever another of
// them has more arguments than it has seen. A function that is called for chunk after chunk is therefore bound. Binding looks at the
// name and the length of a function, which a program can watch only where those are not what the engine made them.
'use strict';

const { FunctionPrototypeBind, FunctionPrototypeCall, ObjectGetOwnPropertyDescriptor } = primordials;

const { isProxy } = require('internal/util/types');

const OFTEN = 8;

class Method {
  callback;
  self;
  calls = 0;
  bound = undefined;

  constructor(callback, self) {
    this.callback = callback;
    this.self = self;
  }

  // With one argument.
  callOne(value) {
    const { bound } = this;
    return bound === undefined ? callUnboundOne(this, value) : bound(value);
  }

  callTwo(value, other) {
    const { bound } = this;
    return bound === undefined ? callUnboundTwo(this, value, other) : bound(value, other);
  }
}

// By themselves, so that nothing of them is compiled again wherever the others are inlined.

function callUnboundOne(method, value) {
  if (++method.calls === OFTEN) bind(method);
  return FunctionPrototypeCall(method.callback, method.self, value);
}

function callUnboundTwo(method, value, other) {
  if (++method.calls === OFTEN) bind(method);
  return FunctionPrototypeCall(method.callback, method.self, value, other);
}

function bind(method) {
  const { callback } = method;
  if (!isProxy(callback) && isPlain(callback, 'length') && isPlain(callback, 'name')) {
    method.bound = FunctionPrototypeBind(callback, method.self);
  }
}

function isPlain(callback, key) {
  const descriptor = ObjectGetOwnPropertyDescriptor(callback, key);
  return descriptor !== undefined && descriptor.get === undefined && descriptor.set === undefined;
}

// What a program gave, checked before to be a function or nothing.
function methodOf(callback, self) {
  return callback === undefined || callback === null ? undefined : new Method(callback, self);
}

module.exports = { methodOf };
