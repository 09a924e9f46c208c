// Emitters as members of domains: one made inside a domain belongs to it, its listeners run inside it, and
// an 'error' that nobody listens to is its domain's.
'use strict';

const { FunctionPrototypeCall, ReflectApply } = primordials;

const EventEmitter = require('events');
const { setInitializer } = require('internal/events/emitter');
const { Domain, setDomain } = require('internal/domain/domain');
const stack = require('internal/domain/stack');

function install() {
  EventEmitter.usingDomains = true;

  const initialize = EventEmitter.init;
  EventEmitter.init = function(options) {
    const { current } = stack;
    setDomain(this, stack.isNone(current) || this instanceof Domain ? null : current);
    return FunctionPrototypeCall(initialize, this, options);
  };
  setInitializer((emitter, options) => FunctionPrototypeCall(EventEmitter.init, emitter, options));

  const plainEmit = EventEmitter.prototype.emit;
  EventEmitter.prototype.emit = function emit(...args) {
    const { domain } = this;
    if (this === process) {
      leaveAll(args[0]);
      return ReflectApply(plainEmit, this, args);
    }
    if (stack.isNone(domain)) return ReflectApply(plainEmit, this, args);
    if (args[0] === 'error') {
      if (this.listenerCount('error') > 0) return ReflectApply(plainEmit, this, args);
      handOver(this, domain, args[1]);
      return false;
    }
    domain.enter();
    const result = ReflectApply(plainEmit, this, args);
    domain.exit();
    return result;
  };
}

// Two events of the process are outside of every domain: at one the callback is over that threw, at the
// other the loop has run dry.
function leaveAll(type) {
  if (type === 'uncaughtException') stack.clear(null);
  else if (type === 'beforeExit') stack.leave();
}

function handOver(emitter, domain, given) {
  const { codes: { ERR_UNHANDLED_ERROR } } = require('internal/errors');
  const error = given ? given : new ERR_UNHANDLED_ERROR();
  if (typeof error === 'object') {
    error.domainEmitter = emitter;
    setDomain(error, domain);
    error.domainThrown = false;
  }
  stack.outsideCurrent(() => domain.emit('error', error));
}

module.exports = { install };
