// Promises of web streams, made as late as the standard lets them be.
//
// The order of microtasks is observable, and the standard counts them by promises: each "upon promise" is one microtask
// behind what it waits for. Where no program can see the promise there is none here, only the microtask.
// Reactions run in the async context in which they were asked for.
'use strict';

const {
  FunctionPrototypeCall, Promise, PromisePrototypeThen, PromiseReject, PromiseResolve, PromiseWithResolvers,
  SafeSettledPromise: settled,
} = primordials;

const context = require('internal/async_hooks/context');

const nothing = () => {};

function inContext(callback) {
  const frame = context.current;
  if (frame === undefined) return callback;
  return (value) => {
    const outer = context.current;
    context.current = frame;
    try {
      return callback(value);
    } finally {
      context.current = outer;
    }
  };
}

// Calls back in one microtask, with undefined.
function soon(callback) {
  settled.then(context.current === undefined ? callback : inContext(callback));
}

// The same for what has its context already.
function react(callback) {
  settled.then(callback);
}

function then(promise, onFulfilled, onRejected) {
  return PromisePrototypeThen(promise, onFulfilled && inContext(onFulfilled), onRejected && inContext(onRejected));
}

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

// What a program's `pull`, `write` or `transform` gave: a promise is waited for itself.
function upon(result, onFulfilled, onRejected) {
  if (result !== undefined && isObject(result)) then(PromiseResolve(result), onFulfilled, onRejected);
  else soon(onFulfilled);
}

// What any other function of a program gave: a promise around it, which takes two microtasks more if it is one itself.
function promiseOf(result) {
  return new Promise((resolve) => resolve(result));
}

// Calls the function of a source or sink that ends it, if there is one. One of ours gives a promise.
function callForPromise(method, self, argument, isOurs) {
  if (method === undefined) return PromiseResolve();
  try {
    const result = FunctionPrototypeCall(method, self, argument);
    return isOurs ? result : promiseOf(result);
  } catch (error) {
    return PromiseReject(error);
  }
}

// A rejection that nobody has to look at.
function quiet(promise) {
  PromisePrototypeThen(promise, undefined, nothing);
  return promise;
}

const PENDING = 0;
const FULFILLED = 1;
const REJECTED = 2;

// A promise without a promise until somebody asks for it. Its rejection counts as handled. Here and in the other records of
// streams members are fields: an assignment would look for a setter that a program gave all objects.
class LatePromise {
  status = PENDING;
  value = undefined;
  promise = undefined;
  capability = undefined;

  get() {
    if (this.promise !== undefined) return this.promise;
    if (this.status === PENDING) {
      this.capability = PromiseWithResolvers();
      this.promise = this.capability.promise;
    } else {
      this.promise = new Promise((resolve, reject) => {
        if (this.status === FULFILLED) resolve(this.value);
        else reject(this.value);
      });
      if (this.status === REJECTED) quiet(this.promise);
    }
    return this.promise;
  }

  isPending() {
    return this.status === PENDING;
  }

  resolve(value) {
    this.status = FULFILLED;
    this.value = value;
    this.capability?.resolve(value);
    this.capability = undefined;
  }

  reject(error) {
    this.status = REJECTED;
    this.value = error;
    if (this.capability === undefined) return;
    quiet(this.promise);
    this.capability.reject(error);
    this.capability = undefined;
  }

  // Another promise takes its place, pending.
  renew() {
    this.status = PENDING;
    this.value = this.promise = this.capability = undefined;
  }

  // Another one that is rejected, unless this one waits still.
  rejectAnew(error) {
    if (this.status !== PENDING) this.renew();
    this.reject(error);
  }
}

module.exports = { LatePromise, callForPromise, inContext, isObject, nothing, promiseOf, quiet, react, soon, then, upon };
