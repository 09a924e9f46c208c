// EventTarget under a browser's loop. The twin of `web/event_target`, with the same names for other builtins.
//
// Called without a receiver its methods mean the window, as `addEventListener('load', …)` in a script does.
'use strict';

const { ObjectDefineProperties, ReflectApply, Symbol, SymbolToStringTag, TypeError, globalThis } = primordials;

const { Event, dispatch } = require('web/dom/event');
const { addListener, initTarget, isTarget, listenersOf, removeListener, targetState } = require('web/dom/listeners');
const { defineEventHandler } = require('web/dom/handlers');
const { setOf } = require('web/dom/names');
const { pageDocument } = require('web/dom/node_state');
const { DOMException } = require('internal/errors/dom_exception');

// Hooks for subclasses that must know how many listeners an event has.
const kNewListener = Symbol('kNewListener');
const kRemoveListener = Symbol('kRemoveListener');
// Of Node's targets: kept so that what sets them need not ask which twin it has.
const kMaxEventTargetListeners = Symbol('kMaxEventTargetListeners');
const kMaxEventTargetListenersWarned = Symbol('kMaxEventTargetListenersWarned');
// An option of internal listeners: to be called even after stopImmediatePropagation().
const kResistStopPropagation = Symbol('kResistStopPropagation');

function needArguments(method, wanted, given) {
  if (given >= wanted) return;
  throw new TypeError(`Failed to execute '${method}' on 'EventTarget': ` +
    `${wanted} argument${wanted === 1 ? '' : 's'} required, but only ${given} present.`);
}

function checkListener(method, listener) {
  if (listener === null || listener === undefined) return false;
  if (typeof listener === 'function' || typeof listener === 'object') return true;
  throw new TypeError(`Failed to execute '${method}' on 'EventTarget': parameter 2 is not of type 'Object'.`);
}

// Listeners that could hold up scrolling can not, where they hear of the whole page, unless they ask for it.
const SCROLLING = setOf(['touchstart', 'touchmove', 'wheel', 'mousewheel']);

function isPassiveByDefault(target, type) {
  if (!SCROLLING.has(type)) return false;
  if (target === globalThis) return true;
  const page = pageDocument();
  return page !== null && (target === page || target === page.documentElement || target === page.body);
}

function readOptions(target, type, options) {
  if (typeof options !== 'object' && typeof options !== 'function') {
    return { __proto__: null, capture: !!options, once: false, passive: isPassiveByDefault(target, type), signal: undefined };
  }
  const signal = options?.signal;
  if (signal !== undefined && !(isTarget(signal) && typeof signal.aborted === 'boolean')) {
    throw new TypeError("Failed to execute 'addEventListener' on 'EventTarget': " +
      "Failed to read the 'signal' property from 'AddEventListenerOptions': Failed to convert value to 'AbortSignal'.");
  }
  return {
    __proto__: null,
    capture: !!options?.capture,
    once: !!options?.once,
    passive: options?.passive === undefined ? isPassiveByDefault(target, type) : !!options.passive,
    signal,
    resistsStop: !!options?.[kResistStopPropagation],
  };
}

class EventTarget {
  constructor() {
    const state = initTarget(this);
    const { prototype } = new.target;
    if (new.target !== EventTarget && prototype[kNewListener] !== EventTarget.prototype[kNewListener]) {
      state.added = (...args) => ReflectApply(this[kNewListener], this, args);
      state.removed = (...args) => ReflectApply(this[kRemoveListener], this, args);
    }
  }

  addEventListener(type, listener, options = undefined) {
    const target = this ?? globalThis;
    targetState(target);
    needArguments('addEventListener', 2, arguments.length);
    const name = `${type}`;
    const read = readOptions(target, name, options);
    if (checkListener('addEventListener', listener)) addListener(target, name, listener, read);
  }

  removeEventListener(type, listener, options = undefined) {
    const target = this ?? globalThis;
    targetState(target);
    needArguments('removeEventListener', 2, arguments.length);
    const capture = typeof options === 'object' ? !!options?.capture : !!options;
    if (checkListener('removeEventListener', listener)) removeListener(target, `${type}`, listener, capture);
  }

  dispatchEvent(event) {
    const target = this ?? globalThis;
    targetState(target);
    needArguments('dispatchEvent', 1, arguments.length);
    if (!dispatch.isEvent(event)) {
      throw new TypeError("Failed to execute 'dispatchEvent' on 'EventTarget': parameter 1 is not of type 'Event'.");
    }
    const state = dispatch.stateOf(event);
    if (state.isDispatching || !state.isInitialized) {
      throw new DOMException("Failed to execute 'dispatchEvent' on 'EventTarget': " +
        `The event ${state.isDispatching ? 'is already being dispatched' : 'provided is uninitialized'}.`, 'InvalidStateError');
    }
    state.isTrusted = false;
    return require('web/dom/dispatch').dispatchTo(target, event);
  }

  [kNewListener]() {}
  [kRemoveListener]() {}
}

// Dispatches an event of the runtime's own. A builtin calls it from a task, or from what a script called.
function fire(target, event) {
  dispatch.trust(event);
  return require('web/dom/dispatch').dispatchTo(target, event);
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(EventTarget.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'EventTarget', configurable: true },
  addEventListener: enumerable,
  removeEventListener: enumerable,
  dispatchEvent: enumerable,
});

module.exports = {
  Event,
  EventTarget,
  addListener,
  defineEventHandler,
  fire,
  initEventTarget: initTarget,
  isEventTarget: isTarget,
  kMaxEventTargetListeners,
  kMaxEventTargetListenersWarned,
  kNewListener,
  kRemoveListener,
  kResistStopPropagation,
  listenersOf,
  removeListener,
};
