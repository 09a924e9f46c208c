// EventEmitter.
//
// `_events` maps an event to its listener, or to an array of them when there
// are several, so that the usual case of one listener needs no array. Programs
// read these fields, so their names and forms are Node's.
//
// An array is not copied when an event is emitted. Instead it counts, in
// [kEmitting], the emits that are walking it; whoever adds or removes a
// listener while that is not zero puts a changed copy in its place, and the
// emits under way go on with the listeners they started with. A listener that
// throws leaves the count too high, which costs the next change one copy and
// nothing else; a `finally` would cost every emit.
//
// What else the module `events` offers is in the other files of this folder.
'use strict';

const {
  ArrayPrototypeConcat,
  ArrayPrototypeShift,
  ArrayPrototypeUnshift,
  Error,
  FunctionPrototypeCall,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectGetPrototypeOf,
  ReflectApply,
  ReflectOwnKeys,
  String,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  Symbol,
  SymbolFor,
} = primordials;

// The process object is an emitter, so this file is part of every start-up:
// what is needed only to refuse something is required where that happens.

const captures = Symbol('kCapture');
const kEmitting = Symbol('events.emitting');
const errorMonitor = Symbol('events.errorMonitor');
const rejectionHandler = SymbolFor('nodejs.rejection');
// Fields of event targets, here because they are also properties of this class.
const kMaxEventTargetListeners = Symbol('events.maxEventTargetListeners');
const kMaxEventTargetListenersWarned = Symbol('events.maxEventTargetListenersWarned');
// Has no meaning here; it is among the properties that an inspected emitter shows.
const shapeMode = Symbol('shapeMode');

let defaultMaxListeners = 10;

// Replaced when the module `domain` is loaded.
let initializer = initialize;

function setInitializer(callback) {
  initializer = callback;
}

function EventEmitter(options) {
  initializer(this, options);
}

EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;
ObjectDefineProperty(EventEmitter.prototype, captures, {
  __proto__: null, value: false, writable: true, enumerable: false,
});

function initialize(emitter, options) {
  // A subclass may have set `_events` on its prototype. One that has set it on the emitter, as streams do, has the names of
  // its events there, and they stay: neither adding nor removing a listener changes the shape of the map.
  const isPreset = emitter._events !== undefined && emitter._events !== ObjectGetPrototypeOf(emitter)._events;
  if (!isPreset) {
    emitter._events = { __proto__: null };
    emitter._eventsCount = 0;
  }
  emitter._maxListeners ||= undefined;
  emitter[shapeMode] = isPreset;
  if (options?.captureRejections) {
    const { validateBoolean } = require('internal/validators');
    validateBoolean(options.captureRejections, 'options.captureRejections');
    emitter[captures] = true;
  } else {
    emitter[captures] = EventEmitter.prototype[captures];
  }
}

EventEmitter.init = function(options) {
  initialize(this, options);
};

ObjectDefineProperties(EventEmitter, {
  captureRejections: {
    __proto__: null,
    enumerable: true,
    get() {
      return EventEmitter.prototype[captures];
    },
    set(value) {
      const { validateBoolean } = require('internal/validators');
      validateBoolean(value, 'EventEmitter.captureRejections');
      EventEmitter.prototype[captures] = value;
    },
  },
  defaultMaxListeners: {
    __proto__: null,
    enumerable: true,
    get() {
      return defaultMaxListeners;
    },
    set(value) {
      const { validateNumber } = require('internal/validators');
      validateNumber(value, 'defaultMaxListeners', 0);
      defaultMaxListeners = value;
    },
  },
  kMaxEventTargetListeners: { __proto__: null, value: kMaxEventTargetListeners },
  kMaxEventTargetListenersWarned: { __proto__: null, value: kMaxEventTargetListenersWarned },
});

function checkListener(listener) {
  if (typeof listener !== 'function') {
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('listener', 'Function', listener);
  }
}

EventEmitter.prototype.setMaxListeners = function setMaxListeners(n) {
  const { validateNumber } = require('internal/validators');
  validateNumber(n, 'setMaxListeners', 0);
  this._maxListeners = n;
  return this;
};

EventEmitter.prototype.getMaxListeners = function getMaxListeners() {
  return maxListenersOf(this);
};

function maxListenersOf(emitter) {
  return emitter._maxListeners === undefined ? defaultMaxListeners : emitter._maxListeners;
}

EventEmitter.prototype.emit = function emit(type, ...args) {
  let events = this._events;
  if (type === 'error') {
    if (events !== undefined && events[errorMonitor] !== undefined) {
      ArrayPrototypeUnshift(args, errorMonitor);
      ReflectApply(this.emit, this, args);
      ArrayPrototypeShift(args);
      events = this._events;
    }
    if (events === undefined || events.error === undefined) throwUnhandled(this, args[0]);
  } else if (events === undefined) {
    return false;
  }

  const handler = events[type];
  if (handler === undefined) return false;

  // Apart from the plain way, so that the engine need not make an array of the
  // arguments there.
  if (this[captures]) return emitCapturing(this, type, handler, args);

  if (typeof handler === 'function') {
    ReflectApply(handler, this, args);
    return true;
  }
  handler[kEmitting]++;
  for (let i = 0; i < handler.length; i++) ReflectApply(handler[i], this, args);
  handler[kEmitting]--;
  return true;
};

function emitCapturing(emitter, type, handler, args) {
  const listeners = typeof handler === 'function' ? [handler] : copyOf(handler);
  for (let i = 0; i < listeners.length; i++) {
    const result = ReflectApply(listeners[i], emitter, args);
    if (result !== undefined && result !== null) captureRejection(emitter, result, type, args);
  }
  return true;
}

// An 'error' that nobody listens to is thrown; what is not an error is wrapped.
function throwUnhandled(emitter, error) {
  if (error instanceof Error) {
    rememberEmission(emitter, error);
    throw error; // Unhandled 'error' event
  }
  let shown;
  try {
    shown = require('internal/util/inspect').inspect(error);
  } catch {
    shown = error;
  }
  const { codes: { ERR_UNHANDLED_ERROR } } = require('internal/errors');
  const wrapped = new ERR_UNHANDLED_ERROR(shown);
  wrapped.context = error;
  throw wrapped; // Unhandled 'error' event
}

// Leaves on the error what its printer adds to the stack should nobody catch
// it: where it was emitted, which may be far from where it was made.
function rememberEmission(emitter, error) {
  try {
    const emission = {};
    Error.captureStackTrace(emission, EventEmitter.prototype.emit);
    const { stackForPrinting } = require('internal/errors');
    ObjectDefineProperty(error, stackForPrinting, {
      __proto__: null,
      value: () => stackWithEmission(emitter, error, emission),
      configurable: true,
    });
  } catch {
    // A frozen error, say, is thrown as it is.
  }
}

function stackWithEmission(emitter, error, emission) {
  const { normalizeStack } = require('internal/errors/stack');
  normalizeStack(error);
  let where = '';
  try {
    const { name } = emitter.constructor;
    if (name !== 'EventEmitter') where = ` on ${name} instance`;
  } catch {
    // Only the name is lost.
  }
  const text = `${emission.stack}`;
  const frames = StringPrototypeSlice(text, StringPrototypeIndexOf(text, '\n') + 1);
  return `${error.stack}\nEmitted 'error' event${where} at:\n${frames}`;
}

// With captureRejections, the rejection of an async listener goes to
// [Symbol.for('nodejs.rejection')](error, event, ...args) or to 'error'.
function captureRejection(emitter, promise, type, args) {
  try {
    const then = promise.then;
    if (typeof then === 'function') {
      FunctionPrototypeCall(then, promise, undefined, (error) => {
        // Left to a tick, so that what is thrown there is an uncaught
        // exception and not another rejection.
        process.nextTick(emitRejection, emitter, error, type, args);
      });
    }
  } catch (error) {
    emitter.emit('error', error);
  }
}

function emitRejection(emitter, error, type, args) {
  if (typeof emitter[rejectionHandler] === 'function') {
    ReflectApply(emitter[rejectionHandler], emitter, ArrayPrototypeConcat([error, type], args));
    return;
  }
  const capture = emitter[captures];
  // A listener of 'error' that rejects must not come back here.
  try {
    emitter[captures] = false;
    emitter.emit('error', error);
  } finally {
    emitter[captures] = capture;
  }
}

// Plain loops and indexes: the engine calls the captured array methods at five
// times the price.
function copyOf(list) {
  const copy = [];
  for (let i = 0; i < list.length; i++) copy[i] = list[i];
  return copy;
}

// A copy when an emit is walking the array, else the array itself.
function mutableListeners(events, type, list) {
  if (list[kEmitting] === 0) return list;
  const copy = copyOf(list);
  if (list.warned) copy.warned = true;
  copy[kEmitting] = 0;
  return events[type] = copy;
}

function add(emitter, type, listener, prepend) {
  checkListener(listener);

  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = { __proto__: null };
    emitter._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    // Told before the listener is added: telling it about itself would recurse.
    emitter.emit('newListener', type, listener.listener ?? listener);
    // A listener may have replaced the map, by removeAllListeners().
    events = emitter._events;
  }

  const existing = events[type];
  if (existing === undefined) {
    events[type] = listener;
    emitter._eventsCount++;
    return emitter;
  }
  let list;
  if (typeof existing === 'function') {
    list = events[type] = prepend ? [listener, existing] : [existing, listener];
    list[kEmitting] = 0;
  } else {
    list = mutableListeners(events, type, existing);
    if (prepend) ArrayPrototypeUnshift(list, listener);
    else list[list.length] = listener;
  }
  const max = maxListenersOf(emitter);
  if (max > 0 && list.length > max && !list.warned) warnAboutLeak(emitter, type, list, max);
  return emitter;
}

function warnAboutLeak(emitter, type, list, max) {
  list.warned = true;
  const { inspect } = require('internal/util/inspect');
  const warning = new Error('Possible EventEmitter memory leak detected. ' +
    `${list.length} ${String(type)} listeners added to ${inspect(emitter, { __proto__: null, depth: -1 })}. ` +
    `MaxListeners is ${max}. Use emitter.setMaxListeners() to increase limit`);
  warning.name = 'MaxListenersExceededWarning';
  warning.emitter = emitter;
  warning.type = type;
  warning.count = list.length;
  process.emitWarning(warning);
}

EventEmitter.prototype.addListener = function addListener(type, listener) {
  return add(this, type, listener, false);
};

EventEmitter.prototype.on = EventEmitter.prototype.addListener;

EventEmitter.prototype.prependListener = function prependListener(type, listener) {
  return add(this, type, listener, true);
};

function onceWrapper(emitter, type, listener) {
  let fired = false;
  function wrapper(...args) {
    if (fired) return undefined;
    emitter.removeListener(type, wrapper);
    fired = true;
    return ReflectApply(listener, emitter, args);
  }
  wrapper.listener = listener;
  return wrapper;
}

EventEmitter.prototype.once = function once(type, listener) {
  checkListener(listener);
  this.on(type, onceWrapper(this, type, listener));
  return this;
};

EventEmitter.prototype.prependOnceListener = function prependOnceListener(type, listener) {
  checkListener(listener);
  this.prependListener(type, onceWrapper(this, type, listener));
  return this;
};

function dropEvent(emitter, events, type) {
  emitter._eventsCount--;
  if (emitter[shapeMode]) events[type] = undefined;
  else if (emitter._eventsCount === 0) emitter._events = { __proto__: null };
  else delete events[type];
}

EventEmitter.prototype.removeListener = function removeListener(type, listener) {
  checkListener(listener);
  const events = this._events;
  const existing = events === undefined ? undefined : events[type];
  if (existing === undefined) return this;

  if (typeof existing === 'function') {
    if (existing !== listener && existing.listener !== listener) return this;
    dropEvent(this, events, type);
    if (events.removeListener !== undefined) {
      this.emit('removeListener', type, existing.listener ?? listener);
    }
  } else {
    // The one added last goes first.
    let at = existing.length - 1;
    while (at >= 0 && existing[at] !== listener && existing[at].listener !== listener) at--;
    if (at < 0) return this;
    const list = mutableListeners(events, type, existing);
    for (let i = at; i + 1 < list.length; i++) list[i] = list[i + 1];
    list.length--;
    if (list.length === 1) events[type] = list[0];
    // Here the wrapper of once() is told as it is, as Node does.
    if (events.removeListener !== undefined) this.emit('removeListener', type, listener);
  }
  return this;
};

EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

EventEmitter.prototype.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;

  if (events.removeListener === undefined) {
    this[shapeMode] = false;
    if (arguments.length === 0) {
      this._events = { __proto__: null };
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      dropEvent(this, events, type);
    }
    return this;
  }

  // Somebody wants to be told of every single one, himself last.
  if (arguments.length === 0) {
    const types = ReflectOwnKeys(events);
    for (let i = 0; i < types.length; i++) {
      if (types[i] !== 'removeListener') this.removeAllListeners(types[i]);
    }
    this.removeAllListeners('removeListener');
    this[shapeMode] = false;
    this._events = { __proto__: null };
    this._eventsCount = 0;
    return this;
  }
  const existing = events[type];
  if (typeof existing === 'function') {
    this.removeListener(type, existing);
  } else if (existing !== undefined) {
    const listeners = copyOf(existing);
    for (let i = listeners.length - 1; i >= 0; i--) this.removeListener(type, listeners[i]);
  }
  return this;
};

function listenersOf(emitter, type) {
  const existing = emitter._events === undefined ? undefined : emitter._events[type];
  if (existing === undefined) return [];
  return typeof existing === 'function' ? [existing] : copyOf(existing);
}

EventEmitter.prototype.listeners = function listeners(type) {
  const list = listenersOf(this, type);
  for (let i = 0; i < list.length; i++) {
    if (list[i].listener !== undefined) list[i] = list[i].listener;
  }
  return list;
};

EventEmitter.prototype.rawListeners = function rawListeners(type) {
  return listenersOf(this, type);
};

EventEmitter.prototype.listenerCount = function listenerCount(type, listener) {
  const existing = this._events === undefined ? undefined : this._events[type];
  if (existing === undefined) return 0;
  if (listener == null) return typeof existing === 'function' ? 1 : existing.length;
  if (typeof existing === 'function') {
    return existing === listener || existing.listener === listener ? 1 : 0;
  }
  let count = 0;
  for (let i = 0; i < existing.length; i++) {
    if (existing[i] === listener || existing[i].listener === listener) count++;
  }
  return count;
};

EventEmitter.prototype.eventNames = function eventNames() {
  if (!(this._eventsCount > 0)) return [];
  const names = ReflectOwnKeys(this._events);
  let count = 0;
  for (let i = 0; i < names.length; i++) {
    if (this._events[names[i]] !== undefined) names[count++] = names[i];
  }
  names.length = count;
  return names;
};

module.exports = {
  EventEmitter,
  errorMonitor,
  kMaxEventTargetListeners,
  kMaxEventTargetListenersWarned,
  rejectionHandler,
  setInitializer,
};
