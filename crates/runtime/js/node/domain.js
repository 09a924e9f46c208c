// The public module `domain`. Loading it is what turns domains on: until then no part of the runtime asks
// for them. The work is in internal/domain.
'use strict';

const { ObjectDefineProperty } = primordials;

const { Domain, takeUncaught } = require('internal/domain/domain');
const stack = require('internal/domain/stack');

ObjectDefineProperty(process, 'domain', {
  __proto__: null,
  enumerable: true,
  configurable: true,
  get() {
    return stack.current;
  },
  set(domain) {
    stack.current = domain;
  },
});

require('internal/domain/emitters').install();
require('internal/process/uncaught').setDomainCapture(takeUncaught);

function createDomain() {
  return new Domain();
}

ObjectDefineProperty(exports, '_stack', {
  __proto__: null, enumerable: true, configurable: true, get: () => stack.entered,
});
exports.Domain = Domain;
exports.createDomain = createDomain;
exports.create = createDomain;
// The frame of a callback decides which one is active, so it is asked each time.
ObjectDefineProperty(exports, 'active', {
  __proto__: null,
  enumerable: true,
  configurable: true,
  get: () => stack.current,
  set(domain) { stack.current = domain; },
});
