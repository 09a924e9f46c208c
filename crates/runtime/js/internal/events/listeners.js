// What `events` can tell about, and set on, emitters and event targets alike:
// their listeners and how many of them are too many.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { EventEmitter } = require('internal/events/emitter');

function targets() {
  return require('web/event_target');
}

function notAnEmitter(value, name = 'emitter') {
  return new ERR_INVALID_ARG_TYPE(name, ['EventEmitter', 'EventTarget'], value);
}

function getEventListeners(emitter, type) {
  if (typeof emitter?.listeners === 'function') return emitter.listeners(type);
  const { isEventTarget, listenersOf } = targets();
  if (isEventTarget(emitter)) return listenersOf(emitter, `${type}`);
  throw notAnEmitter(emitter);
}

function listenerCount(emitter, type) {
  if (typeof emitter?.listenerCount === 'function') return emitter.listenerCount(type);
  const { isEventTarget, listenersOf } = targets();
  if (isEventTarget(emitter)) return listenersOf(emitter, `${type}`).length;
  throw notAnEmitter(emitter);
}

function getMaxListeners(emitter) {
  if (typeof emitter?.getMaxListeners === 'function') return emitter.getMaxListeners();
  const { isEventTarget, kMaxEventTargetListeners } = targets();
  if (isEventTarget(emitter)) return emitter[kMaxEventTargetListeners];
  throw notAnEmitter(emitter);
}

// Without emitters, sets the default of those to come.
function setMaxListeners(n, emitters) {
  validateNumber(n, 'setMaxListeners', 0);
  if (emitters.length === 0) {
    EventEmitter.defaultMaxListeners = n;
    return;
  }
  const { isEventTarget, kMaxEventTargetListeners, kMaxEventTargetListenersWarned } = targets();
  for (let i = 0; i < emitters.length; i++) {
    const emitter = emitters[i];
    if (isEventTarget(emitter)) {
      emitter[kMaxEventTargetListeners] = n;
      emitter[kMaxEventTargetListenersWarned] = false;
    } else if (typeof emitter?.setMaxListeners === 'function') {
      emitter.setMaxListeners(n);
    } else {
      throw notAnEmitter(emitter, 'eventTargets');
    }
  }
}

// Adds and removes a listener of either kind. Options are the target's.
function listen(emitter, type, listener, options = undefined) {
  if (typeof emitter?.on === 'function') {
    if (options?.once) emitter.once(type, listener);
    else emitter.on(type, listener);
  } else if (typeof emitter?.addEventListener === 'function') {
    emitter.addEventListener(type, listener, options);
  } else {
    throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
  }
}

function unlisten(emitter, type, listener, options = undefined) {
  if (typeof emitter.removeListener === 'function') emitter.removeListener(type, listener);
  else if (typeof emitter.removeEventListener === 'function') emitter.removeEventListener(type, listener, options);
  else throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
}

module.exports = {
  getEventListeners,
  getMaxListeners,
  listen,
  listenerCount,
  setMaxListeners,
  unlisten,
};
