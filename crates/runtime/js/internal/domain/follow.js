// How a domain follows what is asynchronous, apart from the context frame (see internal/domain/stack):
// resources get the property `domain`, and a rejection that nobody handles goes to its promise's domain.
//
// The engine does not tell of promises. The domain is known of those that come from Promise.resolve,
// Promise.reject, `then` and its kin, and of those that Domain's run() and bind() return.
'use strict';

const { ObjectDefineProperty, Promise, ReflectApply } = primordials;

const { AsyncHook } = require('internal/async_hooks/hook');
const { setDomainOffer } = require('internal/process/promises');
const stack = require('internal/domain/stack');

let following = false;
let depth = 0;

function mark(resource, domain) {
  ObjectDefineProperty(resource, 'domain', {
    __proto__: null, configurable: true, enumerable: false, value: domain, writable: true,
  });
}

// Promises of other realms are left as they are: the property would be a way out of a sandbox.
function markPromise(value, domain) {
  if (value instanceof Promise && value.domain === undefined) mark(value, domain);
  return value;
}

function markCurrent(promise) {
  const { current } = stack;
  return stack.isNone(current) ? promise : markPromise(promise, current);
}

function wrapMaker(object, name) {
  const original = object[name];
  const { [name]: wrapped } = {
    [name](...args) {
      return markCurrent(ReflectApply(original, this, args));
    },
  };
  ObjectDefineProperty(wrapped, 'length', { __proto__: null, value: original.length, configurable: true });
  ObjectDefineProperty(object, name, {
    __proto__: null, value: wrapped, writable: true, enumerable: false, configurable: true,
  });
}

// No callback is under way when rejections are reported, so no domain is current.
function offerRejection(promise, reason) {
  const { domain } = promise;
  if (stack.isNone(domain)) return false;
  stack.leave();
  return domain.emit('error', reason);
}

// From the first domain on.
function followAsync() {
  if (following) return;
  following = true;
  require('internal/async_hooks/frame').carryThroughPromises();
  wrapMaker(Promise.prototype, 'then');
  wrapMaker(Promise, 'reject');
  wrapMaker(Promise, 'resolve');
  setDomainOffer(offerRejection);
  new AsyncHook({
    init(asyncId, type, triggerAsyncId, resource) {
      const { current } = stack;
      if (!stack.isNone(current)) mark(resource, current);
    },
    before() {
      depth++;
    },
    // The frame stays after a callback; the domain must not, or what the loop calls next would be in it.
    after() {
      if (depth > 0) depth--;
      if (depth === 0) stack.leave();
    },
  }).enable();
}

module.exports = { followAsync, markPromise };
