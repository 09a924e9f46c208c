// AbortController and AbortSignal.
//
// Signals that depend on others (AbortSignal.any) know their sources and are
// known to them weakly, so that a short-lived signal does not stay alive with
// a long-lived one; the same goes for the timer of AbortSignal.timeout. While
// somebody listens to such a signal it must not be collected, so it is held in
// `listenedTo`.
'use strict';

const {
  ArrayPrototypePush,
  FinalizationRegistryPrototypeRegister,
  ObjectDefineProperties,
  ReflectApply,
  SafeSet,
  SafeWeakRef,
  SetPrototypeAdd,
  SetPrototypeDelete,
  SetPrototypeForEach,
  Symbol,
  SymbolFor,
  SymbolIterator,
  SymbolToStringTag,
  TypeError,
  WeakRefPrototypeDeref,
} = primordials;

const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } = require('internal/errors');
const { validateUint32 } = require('internal/validators');
const { Event } = require('web/event');
const {
  EventTarget,
  defineEventHandler,
  fire: fireEvent,
  kMaxEventTargetListeners,
  kNewListener,
  kRemoveListener,
} = require('web/event_target');

const kAborted = Symbol('kAborted');
const kReason = Symbol('kReason');
const kComposite = Symbol('kComposite');
const kDependants = Symbol('kDependants');
const kSources = Symbol('kSources');
const kHasTimeout = Symbol('kHasTimeout');
const kTimer = Symbol('kTimer');
const kConstruct = Symbol('kConstruct');
const kMakeSignal = Symbol('kMakeSignal');

const listenedTo = new SafeSet();

function inspectAs(self, fields, depth, options) {
  if (depth < 0) return self;
  const { inspect } = require('internal/util/inspect');
  const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
  return `${self.constructor.name} ${inspect(fields, inner)}`;
}

function domException(message, name) {
  const { DOMException } = require('internal/errors/dom_exception');
  return new DOMException(message, name);
}

function checkSignal(value) {
  if (value === null || typeof value !== 'object' || !(kAborted in value)) {
    throw new ERR_INVALID_THIS('AbortSignal');
  }
}

class AbortSignal extends EventTarget {
  constructor(key = undefined, aborted = false, reason = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
    // A signal has any number of listeners by its nature.
    this[kMaxEventTargetListeners] = 0;
    this[kAborted] = aborted;
    this[kReason] = reason;
    this[kComposite] = false;
  }

  get aborted() {
    checkSignal(this);
    return this[kAborted];
  }

  get reason() {
    checkSignal(this);
    return this[kReason];
  }

  throwIfAborted() {
    checkSignal(this);
    if (this[kAborted]) throw this[kReason];
  }

  static abort(reason = domException('This operation was aborted', 'AbortError')) {
    return new AbortSignal(kConstruct, true, reason);
  }

  static timeout(delay) {
    validateUint32(delay, 'delay', false);
    const signal = new AbortSignal(kConstruct);
    signal[kHasTimeout] = true;
    const weak = new SafeWeakRef(signal);
    signal[kTimer] = startTimeout(() => {
      const target = WeakRefPrototypeDeref(weak);
      if (target !== undefined) {
        abort(target, domException('The operation was aborted due to timeout', 'TimeoutError'));
      }
    }, delay);
    cancelWith(signal, signal[kTimer]);
    return signal;
  }

  static any(signals) {
    return dependOn(AbortSignal, readSignals(signals));
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    return inspectAs(this, { aborted: this.aborted }, depth, options);
  }

  [kNewListener](size, type, listener, once, capture, passive) {
    super[kNewListener](size, type, listener, once, capture, passive);
    const mustStay = this[kHasTimeout] || this[kComposite];
    if (mustStay && type === 'abort' && !this[kAborted]) {
      SetPrototypeAdd(listenedTo, this);
      this[kTimer]?.setReferenced(true);
    }
  }

  [kRemoveListener](size, type, _listener, _capture) {
    if (type !== 'abort' || size !== 0) return;
    SetPrototypeDelete(listenedTo, this);
    this[kTimer]?.setReferenced(false);
  }
}

ObjectDefineProperties(AbortSignal.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'AbortSignal', configurable: true },
  aborted: { __proto__: null, enumerable: true },
});
defineEventHandler(AbortSignal.prototype, 'abort');

// Node's timer does not keep the process alive. A page's does while somebody listens.
function startTimeout(callback, delay) {
  if (internalBinding('options').loop.isWindow) return require('web/window/timers').startSignalTimeout(callback, delay);
  const { clearTimeout, setTimeout } = require('timers');
  const timer = setTimeout(callback, delay).unref();
  return { __proto__: null, cancel: () => clearTimeout(timer), setReferenced() {} };
}

// The timers of signals that nobody can reach any more are cancelled, made with the first.
let abandoned;

function cancelWith(signal, timer) {
  if (abandoned === undefined) {
    const { FinalizationRegistry } = require('internal/engine_tasks');
    abandoned = new FinalizationRegistry(({ cancel }) => cancel());
  }
  FinalizationRegistryPrototypeRegister(abandoned, signal, timer);
}

// Web IDL's words for what is not a sequence of signals.
function invalidSignals(message) {
  const error = new TypeError(message);
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

function readSignals(signals) {
  const iterate = typeof signals === 'object' && signals !== null ? signals[SymbolIterator] : undefined;
  if (typeof iterate !== 'function') throw invalidSignals('signals cannot be converted to sequence.');
  const list = [];
  const iterator = ReflectApply(iterate, signals, []);
  for (let step = iterator.next(); !step.done; step = iterator.next()) {
    if (!(step.value instanceof AbortSignal)) {
      throw invalidSignals(`signals[${list.length}] is not of type AbortSignal.`);
    }
    ArrayPrototypePush(list, step.value);
  }
  return list;
}

// A signal of `Class` that is aborted with the first of its sources.
function dependOn(Class, sources) {
  for (let i = 0; i < sources.length; i++) {
    if (sources[i][kAborted]) return new Class(kConstruct, true, sources[i][kReason]);
  }
  const result = new Class(kConstruct);
  result[kComposite] = true;
  result[kSources] = new SafeSet();
  const weak = new SafeWeakRef(result);
  for (let i = 0; i < sources.length; i++) {
    if (sources[i][kComposite]) {
      // Depend on what it depends on, not on it: chains stay flat.
      SetPrototypeForEach(sources[i][kSources], (source) => follow(result, weak, source));
    } else {
      follow(result, weak, sources[i]);
    }
  }
  return result;
}

function follow(dependant, weak, source) {
  SetPrototypeAdd(dependant[kSources], source);
  source[kDependants] ??= new SafeSet();
  SetPrototypeAdd(source[kDependants], weak);
}

function abort(signal, reason) {
  if (signal[kAborted]) return;
  signal[kAborted] = true;
  signal[kReason] = reason;
  // All of them are aborted before anybody hears of it.
  const dependants = [];
  if (signal[kDependants] !== undefined) {
    SetPrototypeForEach(signal[kDependants], (weak) => {
      const dependant = WeakRefPrototypeDeref(weak);
      if (dependant === undefined || dependant[kAborted]) return;
      dependant[kAborted] = true;
      dependant[kReason] = reason;
      ArrayPrototypePush(dependants, dependant);
    });
    signal[kDependants] = undefined;
  }
  fire(signal);
  for (let i = 0; i < dependants.length; i++) fire(dependants[i]);
}

function fire(signal) {
  fireEvent(signal, new Event('abort'));
  SetPrototypeDelete(listenedTo, signal);
}

class AbortController {
  #signal;

  get signal() {
    return this.#signal ??= this[kMakeSignal]();
  }

  abort(reason = domException('This operation was aborted', 'AbortError')) {
    abort(this.#signal ??= this[kMakeSignal](), reason);
  }

  // A controller of other signals has its own.
  [kMakeSignal]() {
    return new AbortSignal(kConstruct);
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    return inspectAs(this, { signal: this.signal }, depth, options);
  }
}

ObjectDefineProperties(AbortController.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'AbortController', configurable: true },
  signal: { __proto__: null, enumerable: true },
  abort: { __proto__: null, enumerable: true },
});

module.exports = { AbortController, AbortSignal, abort, dependOn, kConstruct, kMakeSignal, readSignals };
