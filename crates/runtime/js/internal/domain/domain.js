// Domain: catches what goes wrong in the callbacks and emitters that belong to it, and emits it as 'error'.
//
// An exception that nobody caught comes from internal/process/uncaught by way of `takeUncaught`; an
// emitter's 'error' that nobody listens to comes from internal/domain/emitters.
'use strict';

const { ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSplice, Error, ObjectDefineProperty, ReflectApply } = primordials;

const EventEmitter = require('events');
const { followAsync, markPromise } = require('internal/domain/follow');
const stack = require('internal/domain/stack');

class Domain extends EventEmitter {
  constructor() {
    super();
    this.members = [];
    followAsync();
  }
}

function setDomain(object, domain) {
  ObjectDefineProperty(object, 'domain', {
    __proto__: null, configurable: true, enumerable: false, value: domain, writable: true,
  });
}

function canCarry(error) {
  return (typeof error === 'object' && error !== null) || typeof error === 'function';
}

Domain.prototype.members = undefined;

Domain.prototype._errorHandler = function(error) {
  if (canCarry(error)) {
    setDomain(error, this);
    error.domainThrown = true;
  }
  // The handler does not run inside its own domain, or an error there would come back to it.
  while (stack.current === this) stack.exit(this);
  const caught = stack.entered.length === 0 ? tellOutermost(this, error) : tellNested(this, error);
  // The run that threw is over, and with it every domain that was entered in it.
  stack.clear(null);
  return caught;
};

// What the handler of the outermost domain throws is for the process.
function tellOutermost(domain, error) {
  return domain.listenerCount('error') > 0 && domain.emit('error', error);
}

function tellNested(domain, error) {
  try {
    return domain.emit('error', error);
  } catch (thrown) {
    const outer = stack.innermost();
    if (outer === undefined) throw thrown;
    stack.current = outer;
    return outer._errorHandler(thrown);
  }
}

Domain.prototype.enter = function() {
  stack.enter(this);
};

Domain.prototype.exit = function() {
  stack.exit(this);
};

Domain.prototype.add = function(emitter) {
  if (emitter.domain === this) return;
  if (emitter.domain) emitter.domain.remove(emitter);
  // Two domains that are members of each other would hand an error back and forth.
  if (emitter instanceof Domain) {
    for (let outer = this.domain; outer; outer = outer.domain) {
      if (outer === emitter) return;
    }
  }
  setDomain(emitter, this);
  ArrayPrototypePush(this.members, emitter);
};

Domain.prototype.remove = function(emitter) {
  emitter.domain = null;
  const at = ArrayPrototypeIndexOf(this.members, emitter);
  if (at !== -1) ArrayPrototypeSplice(this.members, at, 1);
};

// Not in a `finally`: after a throw the domain has to be current still when the error comes to be offered.
function callInside(domain, fn, thisArg, args) {
  domain.enter();
  const result = ReflectApply(fn, thisArg, args);
  markPromise(result, domain);
  domain.exit();
  return result;
}

Domain.prototype.run = function(fn, ...args) {
  return callInside(this, fn, this, args);
};

Domain.prototype.bind = function(callback) {
  const domain = this;
  function runBound(...args) {
    return callInside(domain, callback, this, args);
  }
  setDomain(runBound, domain);
  return runBound;
};

Domain.prototype.intercept = function(callback) {
  const domain = this;
  function runIntercepted(error, ...args) {
    if (!(error instanceof Error)) return callInside(domain, callback, this, args);
    setDomain(error, domain);
    error.domainBound = callback;
    error.domainThrown = false;
    domain.emit('error', error);
    return undefined;
  }
  return runIntercepted;
};

// The handler for an uncaught exception of this moment, or null if no entered domain has a listener.
function takeUncaught() {
  const { current, entered } = stack;
  if (!(current instanceof Domain)) return null;
  for (let i = 0; i < entered.length; i++) {
    if (entered[i].listenerCount('error') > 0) return (error) => current._errorHandler(error);
  }
  return null;
}

module.exports = { Domain, setDomain, takeUncaught };
