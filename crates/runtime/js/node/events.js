// The public module `events`: EventEmitter with the functions that stand on it
// as its properties. They load when first called; the work is in
// internal/events.
'use strict';

const { ObjectDefineProperties } = primordials;

const { EventEmitter, errorMonitor, rejectionHandler } = require('internal/events/emitter');

module.exports = EventEmitter;

EventEmitter.addAbortListener = function addAbortListener(signal, listener) {
  return require('internal/events/abort_listener').addAbortListener(signal, listener);
};

EventEmitter.once = function once(emitter, name, options = undefined) {
  return require('internal/events/once').once(emitter, name, options);
};

EventEmitter.on = function on(emitter, event, options = undefined) {
  return require('internal/events/on').on(emitter, event, options);
};

EventEmitter.getEventListeners = function getEventListeners(emitterOrTarget, type) {
  return require('internal/events/listeners').getEventListeners(emitterOrTarget, type);
};

EventEmitter.getMaxListeners = function getMaxListeners(emitterOrTarget) {
  return require('internal/events/listeners').getMaxListeners(emitterOrTarget);
};

EventEmitter.listenerCount = function listenerCount(emitterOrTarget, type) {
  return require('internal/events/listeners').listenerCount(emitterOrTarget, type);
};

EventEmitter.setMaxListeners = function(n = EventEmitter.defaultMaxListeners, ...eventTargets) {
  require('internal/events/listeners').setMaxListeners(n, eventTargets);
};

// The old way to import the class.
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = rejectionHandler;
EventEmitter.errorMonitor = errorMonitor;

ObjectDefineProperties(EventEmitter, {
  EventEmitterAsyncResource: {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      return require('internal/events/async_resource').EventEmitterAsyncResource;
    },
  },
});
