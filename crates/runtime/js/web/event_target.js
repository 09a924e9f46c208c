// EventTarget, and the `on<event>` properties of classes that extend it.
//
// Dispatch walks the records that were there when it began and skips those
// removed meanwhile, as the DOM standard has it. What a listener throws does
// not stop the others: it is thrown again in a tick of its own, where it is an
// uncaught exception.
'use strict';

const {
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  Error,
  FunctionPrototypeCall,
  MapPrototypeGet,
  MapPrototypeSet,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ReflectApply,
  SafeMap,
  Symbol,
  SymbolFor,
  SymbolToStringTag,
} = primordials;

const {
  codes: {
    ERR_EVENT_RECURSION,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const { Event, dispatch } = require('web/event');
const { dropRecord, findRecord, insertRecord, listOf, listenersIn } = require('web/listener_lists');
const {
  EventEmitter,
  kMaxEventTargetListeners,
  kMaxEventTargetListenersWarned,
} = require('internal/events/emitter');

// Marks the class, so that targets of another realm are known too.
const kIsEventTarget = SymbolFor('nodejs.event_target');
const kEvents = Symbol('kEvents');
const kHandlers = Symbol('kHandlers');

// Hooks for subclasses that must know how many listeners an event has.
const kNewListener = Symbol('kNewListener');
const kRemoveListener = Symbol('kRemoveListener');
// What is made of a value that emit() of a NodeEventTarget is given.
const kCreateEvent = Symbol('kCreateEvent');
// Dispatch of a value that may be less than an event.
const kHybridDispatch = SymbolFor('nodejs.internal.kHybridDispatch');

// Options of internal listeners: to get the value that was emitted instead of
// an event, and to be called even after stopImmediatePropagation().
const kIsNodeStyle = Symbol('kIsNodeStyle');
const kResistStopPropagation = Symbol('kResistStopPropagation');

const noOptions = {
  __proto__: null,
  capture: false,
  once: false,
  passive: false,
  signal: undefined,
  isNodeStyle: false,
  resistsStop: false,
};

function isEventTarget(value) {
  return value?.constructor?.[kIsEventTarget] === true;
}

function checkThis(value) {
  if (!isEventTarget(value)) throw new ERR_INVALID_THIS('EventTarget');
}

function readOptions(options) {
  if (options === undefined || options === null) return noOptions;
  if (typeof options === 'boolean') return { __proto__: null, ...noOptions, capture: options };
  require('internal/validators').validateObject(options, 'options');
  const { signal } = options;
  if (signal !== undefined) require('internal/validators').validateAbortSignal(signal, 'options.signal');
  return {
    __proto__: null,
    capture: !!options.capture,
    once: !!options.once,
    passive: !!options.passive,
    signal,
    isNodeStyle: !!options[kIsNodeStyle],
    resistsStop: !!options[kResistStopPropagation],
  };
}

function isListener(listener) {
  if (typeof listener === 'function' || (typeof listener === 'object' && listener !== null)) return true;
  if (listener == null) return false;
  throw new ERR_INVALID_ARG_TYPE('listener', 'EventListener', listener);
}

class EventTarget {
  static [kIsEventTarget] = true;

  constructor() {
    initEventTarget(this);
  }

  addEventListener(type, listener, options = undefined) {
    checkThis(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');
    const read = readOptions(options);
    if (!isListener(listener)) {
      warnAboutNothing(this, type, listener);
      return;
    }
    addListener(this, `${type}`, listener, read);
  }

  removeEventListener(type, listener, options = undefined) {
    checkThis(this);
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');
    if (!isListener(listener)) return;
    const capture = typeof options === 'boolean' ? options : !!options?.capture;
    removeListener(this, `${type}`, listener, capture);
  }

  dispatchEvent(event) {
    checkThis(this);
    if (arguments.length < 1) throw new ERR_MISSING_ARGS('event');
    if (!dispatch.isEvent(event)) throw new ERR_INVALID_ARG_TYPE('event', 'Event', event);
    if (dispatch.isUnderWay(event)) throw new ERR_EVENT_RECURSION(event.type);
    this[kHybridDispatch](event, event.type, event);
    return event.defaultPrevented !== true;
  }

  // `value` is what was emitted, `event` the event if there is one already.
  [kHybridDispatch](value, type, event) {
    if (event !== undefined) dispatch.begin(event, this);
    const list = listOf(this[kEvents], type);
    if (list === undefined) {
      if (event !== undefined) dispatch.end(event);
      return true;
    }
    const records = ArrayPrototypeSlice(list);
    for (let i = 0; i < records.length; i++) {
      const record = records[i];
      if (record.isRemoved) continue;
      if (event !== undefined && dispatch.isStopped(event) && !record.resistsStop) continue;
      if (record.once) removeListener(this, type, record.listener, record.capture);
      let argument = value;
      if (!record.isNodeStyle) {
        if (event === undefined) {
          event = this[kCreateEvent](value, type);
          dispatch.begin(event, this);
        }
        argument = event;
      }
      call(this, record, argument, event);
    }
    if (event !== undefined) dispatch.end(event);
    return undefined;
  }

  [kCreateEvent](value, type) {
    const { CustomEvent } = require('web/custom_event');
    return new CustomEvent(type, { __proto__: null, detail: value });
  }

  [kNewListener](size, type, _listener, _once, _capture, _passive) {
    const max = this[kMaxEventTargetListeners];
    if (max > 0 && size > max && !this[kMaxEventTargetListenersWarned]) {
      warnAboutLeak(this, type, size, max);
    }
  }

  [kRemoveListener](_size, _type, _listener, _capture) {}

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    checkThis(this);
    const { name } = this.constructor;
    if (depth < 0) return name;
    const { inspect } = require('internal/util/inspect');
    return `${name} ${inspect({}, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(EventTarget.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'EventTarget', configurable: true },
  addEventListener: enumerable,
  removeEventListener: enumerable,
  dispatchEvent: enumerable,
});

// Also for objects that become targets without the constructor.
function initEventTarget(target) {
  target[kEvents] = undefined;
  target[kMaxEventTargetListeners] = EventEmitter.defaultMaxListeners;
  target[kMaxEventTargetListenersWarned] = false;
  target[kHandlers] = undefined;
}

function addListener(target, type, listener, options) {
  const { capture, once, passive, signal } = options;
  if (signal?.aborted) return;
  target[kEvents] ??= new SafeMap();
  const size = insertRecord(target[kEvents], type, {
    listener,
    capture,
    once,
    passive,
    isRemoved: false,
    isNodeStyle: options.isNodeStyle,
    resistsStop: options.resistsStop,
  });
  if (size === 0) return;
  if (signal !== undefined) {
    signal.addEventListener('abort', () => removeListener(target, type, listener, capture), { once: true });
  }
  target[kNewListener](size, type, listener, once, capture, passive);
}

function removeListener(target, type, listener, capture) {
  const record = findRecord(target[kEvents], type, listener, capture);
  if (record === undefined) return;
  const size = dropRecord(target[kEvents], type, record);
  if (size !== -1) target[kRemoveListener](size, type, listener, capture);
}

function call(target, record, argument, event) {
  if (record.passive && event !== undefined) dispatch.setInPassiveListener(event, true);
  try {
    const { listener } = record;
    let result;
    if (typeof listener === 'function') {
      result = ReflectApply(listener, target, [argument]);
    } else {
      const { handleEvent } = listener;
      if (handleEvent != null) result = ReflectApply(handleEvent, listener, [argument]);
    }
    if (result !== undefined && result !== null) reportRejection(result);
  } catch (error) {
    throwInTick(error);
  }
  if (record.passive && event !== undefined) dispatch.setInPassiveListener(event, false);
}

function reportRejection(promise) {
  const then = promise.then;
  if (typeof then === 'function') FunctionPrototypeCall(then, promise, undefined, throwInTick);
}

function throwInTick(error) {
  process.nextTick(() => { throw error; });
}

function warnAboutNothing(target, type, listener) {
  const warning = new Error(`addEventListener called with ${listener} which has no effect.`);
  warning.name = 'AddEventListenerArgumentTypeWarning';
  warning.target = target;
  warning.type = type;
  process.emitWarning(warning);
}

function warnAboutLeak(target, type, size, max) {
  target[kMaxEventTargetListenersWarned] = true;
  const { inspect } = require('internal/util/inspect');
  const warning = new Error('Possible EventTarget memory leak detected. ' +
    `${size} ${type} listeners added to ${inspect(target, { __proto__: null, depth: -1 })}. ` +
    `MaxListeners is ${max}. Use events.setMaxListeners() to increase limit`);
  warning.name = 'MaxListenersExceededWarning';
  warning.target = target;
  warning.type = type;
  warning.count = size;
  process.emitWarning(warning);
}

// Dispatches an event of the runtime's own.
function fire(target, event) {
  return target.dispatchEvent(dispatch.trust(event));
}

// The functions that listen to an event of a target.
function listenersOf(target, type) {
  return listenersIn(target[kEvents], type);
}

// The types that have listeners.
function typesOf(target) {
  const types = [];
  target[kEvents]?.forEach((_list, type) => ArrayPrototypePush(types, type));
  return types;
}

// Defines `on<name>` on a prototype: one more listener, kept in its place
// among the others when it is replaced.
function defineEventHandler(prototype, name, event = name) {
  const property = `on${name}`;
  function get() {
    return this[kHandlers] === undefined ? null : MapPrototypeGet(this[kHandlers], event)?.handler ?? null;
  }
  function set(value) {
    this[kHandlers] ??= new SafeMap();
    const isHandler = typeof value === 'function' || (typeof value === 'object' && value !== null);
    let wrapper = MapPrototypeGet(this[kHandlers], event);
    if (wrapper === undefined) {
      if (!isHandler) return;
      wrapper = function onEvent(dispatched) {
        const { handler } = wrapper;
        return typeof handler === 'function' ? FunctionPrototypeCall(handler, this, dispatched) : undefined;
      };
      wrapper.handler = null;
      MapPrototypeSet(this[kHandlers], event, wrapper);
    }
    if (wrapper.handler === null && isHandler) this.addEventListener(event, wrapper);
    else if (wrapper.handler !== null && !isHandler) this.removeEventListener(event, wrapper);
    wrapper.handler = isHandler ? value : null;
  }
  ObjectDefineProperty(get, 'name', { __proto__: null, value: `get ${property}` });
  ObjectDefineProperty(set, 'name', { __proto__: null, value: `set ${property}` });
  ObjectDefineProperty(prototype, property, {
    __proto__: null, get, set, configurable: true, enumerable: true,
  });
}

module.exports = {
  Event,
  EventTarget,
  addListener,
  defineEventHandler,
  fire,
  initEventTarget,
  isEventTarget,
  kCreateEvent,
  kEvents,
  kHybridDispatch,
  kIsNodeStyle,
  kMaxEventTargetListeners,
  kMaxEventTargetListenersWarned,
  kNewListener,
  kRemoveListener,
  kResistStopPropagation,
  listenersOf,
  removeListener,
  typesOf,
};
