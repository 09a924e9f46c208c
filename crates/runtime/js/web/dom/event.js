// Event under a browser's loop: it travels along a path of targets.
//
// What dispatch does to an event is in `dispatch`, which programs do not see; the walk itself is `web/dom/dispatch`.
'use strict';

const {
  ArrayPrototypePush,
  ObjectDefineProperties,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  SymbolFor,
  SymbolToStringTag,
  TypeError,
  globalThis,
} = primordials;

const { now } = require('internal/perf/clock');
const { makeSlot, sharedSlot } = require('web/dom/slots');
const { NONE, phases, shapeEvent } = require('web/event_shape');

const slot = sharedSlot('event');
const { of } = slot;

function readInit(type, options) {
  if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') {
    throw new TypeError("Failed to construct 'Event': The provided value is not of type 'EventInit'.");
  }
  return {
    type,
    bubbles: !!options?.bubbles,
    cancelable: !!options?.cancelable,
    composed: !!options?.composed,
    isPrevented: false,
    isStopped: false,
    isStoppedAtOnce: false,
    isDispatching: false,
    isInPassiveListener: false,
    isTrusted: false,
    isInitialized: true,
    timeStamp: now(),
    target: null,
    currentTarget: null,
    phase: NONE,
    path: [],
  };
}

// A property of each event that cannot be redefined, so that a program cannot forge trust.
const trusted = {
  __proto__: null,
  get: ObjectGetOwnPropertyDescriptor({ get isTrusted() { return of(this).isTrusted; } }, 'isTrusted').get,
  set: undefined,
  enumerable: true,
  configurable: false,
};

function needType(given, method, owner) {
  if (given > 0) return;
  throw new TypeError(`Failed to execute '${method}' on '${owner}': 1 argument required, but only 0 present.`);
}

class Event {
  constructor(type, options = undefined) {
    if (arguments.length === 0) {
      throw new TypeError(`Failed to construct '${new.target.name}': 1 argument required, but only 0 present.`);
    }
    slot.give(this, readInit(`${type}`, options));
    ObjectDefineProperty(this, 'isTrusted', trusted);
  }

  initEvent(type, bubbles = false, cancelable = false) {
    needType(arguments.length, 'initEvent', 'Event');
    dispatch.init(this, `${type}`, !!bubbles, !!cancelable);
  }

  composedPath() {
    const { path, isDispatching } = of(this);
    const targets = [];
    if (isDispatching) for (let i = 0; i < path.length; i++) ArrayPrototypePush(targets, path[i]);
    return targets;
  }

  stopPropagation() {
    of(this).isStopped = true;
  }

  stopImmediatePropagation() {
    const state = of(this);
    state.isStopped = true;
    state.isStoppedAtOnce = true;
  }

  preventDefault() {
    const state = of(this);
    if (state.cancelable && !state.isInPassiveListener) state.isPrevented = true;
  }

  get type() { return of(this).type; }
  get target() { return of(this).target; }
  get srcElement() { return of(this).target; }
  get currentTarget() { return of(this).currentTarget; }
  get eventPhase() { return of(this).phase; }
  get bubbles() { return of(this).bubbles; }
  get cancelable() { return of(this).cancelable; }
  get composed() { return of(this).composed; }
  get defaultPrevented() { return of(this).isPrevented; }
  get timeStamp() { return of(this).timeStamp; }

  get returnValue() { return !of(this).isPrevented; }
  set returnValue(value) {
    if (!value) this.preventDefault();
  }

  get cancelBubble() { return of(this).isStopped; }
  set cancelBubble(value) {
    if (value) of(this).isStopped = true;
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    const { name } = this.constructor;
    const { type, isTrusted, target } = of(this);
    if (depth < 0) return name;
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `${name} ${inspect({ type, isTrusted, target: target === globalThis ? 'Window' : target }, inner)}`;
  }
}

const dispatch = {
  __proto__: null,
  // What `window.event` is: the event whose listener runs.
  current: undefined,
  isEvent: slot.has,
  isUnderWay: (event) => of(event).isDispatching,
  stateOf: of,
  trust(event) {
    of(event).isTrusted = true;
    return event;
  },
  init(event, type, bubbles, cancelable) {
    const state = of(event);
    if (state.isDispatching) return;
    state.isInitialized = true;
    state.isStopped = false;
    state.isStoppedAtOnce = false;
    state.isPrevented = false;
    state.isTrusted = false;
    state.target = null;
    state.type = type;
    state.bubbles = bubbles;
    state.cancelable = cancelable;
  },
};

// A class of events: its attributes come from the dictionary given to the constructor, with these defaults.
// `init` names the method that sets some of them anew, and which: initMouseEvent(type, bubbles, cancelable, view, …).
function defineEventClass(name, Parent, defaults, init = undefined) {
  const fields = makeSlot();
  const { [name]: Made } = {
    [name]: class extends Parent {
      constructor(type, options = undefined) {
        if (arguments.length === 0) {
          throw new TypeError(`Failed to construct '${name}': 1 argument required, but only 0 present.`);
        }
        super(type, options);
        const values = { __proto__: null };
        for (const key in defaults) {
          const value = options?.[key];
          values[key] = value === undefined ? defaults[key] : convert(value, defaults[key], key);
        }
        fields.give(this, values);
      }
    },
  };
  const properties = {
    __proto__: null,
    [SymbolToStringTag]: { __proto__: null, value: name, configurable: true },
  };
  if (init !== undefined) properties[init.method] = method(initializer(name, init));
  for (const key in defaults) {
    properties[key] = {
      __proto__: null, enumerable: true, configurable: true, get() { return fields.of(this)[key]; }, set: undefined,
    };
  }
  ObjectDefineProperties(Made.prototype, properties);
  ArrayPrototypePush(fieldsOf, fields, defaults);
  return Made;
}

// The fields of every class, so that an initializer finds those that its class inherits.
const fieldsOf = [];

function initializer(owner, { method: name, keys }) {
  return {
    [name](type, bubbles = false, cancelable = false, ...values) {
      needType(arguments.length, name, owner);
      if (of(this).isDispatching) return;
      dispatch.init(this, `${type}`, !!bubbles, !!cancelable);
      for (let i = 0; i < fieldsOf.length; i += 2) {
        const fields = fieldsOf[i];
        if (!fields.has(this)) continue;
        for (let j = 0; j < keys.length; j++) {
          const byDefault = fieldsOf[i + 1][keys[j]];
          if (byDefault === undefined) continue;
          fields.of(this)[keys[j]] = values[j] === undefined ? byDefault : convert(values[j], byDefault, keys[j]);
        }
      }
    },
  }[name];
}

function method(value) {
  return { __proto__: null, value, writable: true, configurable: true, enumerable: true };
}

// As Web IDL converts, judged by the default: what defaults to a number is a number.
function convert(value, byDefault, key) {
  if (key === 'view' && value !== null && value !== globalThis) {
    throw new TypeError("Failed to read the 'view' property from 'UIEventInit': Failed to convert value to 'Window'.");
  }
  if (typeof byDefault === 'boolean') return !!value;
  if (typeof byDefault === 'number') return +value || 0;
  if (typeof byDefault === 'string') return `${value}`;
  return value;
}

shapeEvent(Event, phases);

module.exports = { Event, defineEventClass, dispatch };
