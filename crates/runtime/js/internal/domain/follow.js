// How a domain follows what is asynchronous, apart from the context frame (see internal/domain/stack):
// resources get the property `domain`, and a rejection that nobody handles goes to its promise's domain.
//
// Promises are among them; those that Domain's run() and bind() return are marked in any case.
'use strict';

const { ObjectDefineProperty, Promise } = primordials;

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
