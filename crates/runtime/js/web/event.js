// Event. There is no tree to travel through: a target
// dispatches an event to its own listeners and nowhere else.
'use strict';

const { SymbolFor } = primordials;

const { codes: { ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const { AT_TARGET, NONE, shapeEvent } = require('web/event_shape');

// What a target does to an event while dispatching it.
let dispatch;

class Event {
  #type;
  #bubbles = false;
  #cancelable = false;
  #composed = false;
  #defaultPrevented = false;
  #propagationStopped = false;
  #immediatelyStopped = false;
  #timeStamp = require('internal/perf/clock').now();
  #target = null;
  #dispatching = false;
  #inPassiveListener = false;
  #trusted = false;

  static {
    dispatch = {
      isEvent: (value) => value !== null && typeof value === 'object' && #type in value,
      isUnderWay: (event) => event.#dispatching,
      isStopped: (event) => event.#immediatelyStopped,
      begin(event, target) {
        event.#target = target;
        event.#dispatching = true;
      },
      end(event) {
        event.#dispatching = false;
      },
      trust(event) {
        event.#trusted = true;
        return event;
      },
      setInPassiveListener(event, inPassiveListener) {
        event.#inPassiveListener = inPassiveListener;
      },
    };
  }

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    if (options != null) {
      require('internal/validators').validateObject(options, 'options');
      this.#bubbles = !!options.bubbles;
      this.#cancelable = !!options.cancelable;
      this.#composed = !!options.composed;
    }
    this.#type = `${type}`;
  }

  initEvent(type, bubbles = false, cancelable = false) {
    checkThis(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    if (this.#dispatching) return;
    this.#type = `${type}`;
    this.#bubbles = !!bubbles;
    this.#cancelable = !!cancelable;
  }

  stopImmediatePropagation() {
    checkThis(this);
    this.#propagationStopped = true;
    this.#immediatelyStopped = true;
  }

  preventDefault() {
    checkThis(this);
    if (this.#cancelable && !this.#inPassiveListener) this.#defaultPrevented = true;
  }

  get target() {
    checkThis(this);
    return this.#target;
  }

  get currentTarget() {
    checkThis(this);
    return this.#dispatching ? this.#target : null;
  }

  get srcElement() {
    checkThis(this);
    return this.#target;
  }

  get type() {
    checkThis(this);
    return this.#type;
  }

  get cancelable() {
    checkThis(this);
    return this.#cancelable;
  }

  get defaultPrevented() {
    checkThis(this);
    return this.#cancelable && this.#defaultPrevented;
  }

  get timeStamp() {
    checkThis(this);
    return this.#timeStamp;
  }

  composedPath() {
    checkThis(this);
    return this.#dispatching ? [this.#target] : [];
  }

  get returnValue() {
    checkThis(this);
    return !this.#cancelable || !this.#defaultPrevented;
  }

  set returnValue(value) {
    if (!value) this.preventDefault();
  }

  get bubbles() {
    checkThis(this);
    return this.#bubbles;
  }

  get composed() {
    checkThis(this);
    return this.#composed;
  }

  get eventPhase() {
    checkThis(this);
    return this.#dispatching ? AT_TARGET : NONE;
  }

  get cancelBubble() {
    checkThis(this);
    return this.#propagationStopped;
  }

  set cancelBubble(value) {
    checkThis(this);
    if (value) this.#propagationStopped = true;
  }

  stopPropagation() {
    checkThis(this);
    this.#propagationStopped = true;
  }

  get isTrusted() {
    checkThis(this);
    return this.#trusted;
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    checkThis(this);
    const { name } = this.constructor;
    if (depth < 0) return name;
    const { inspect } = require('internal/util/inspect');
    return `${name} ${inspect({
      type: this.#type,
      defaultPrevented: this.#defaultPrevented,
      cancelable: this.#cancelable,
      timeStamp: this.#timeStamp,
    }, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}

function checkThis(value) {
  if (!dispatch.isEvent(value)) throw new ERR_INVALID_THIS('Event');
}

shapeEvent(Event, {
  // Cannot be redefined, so that a program cannot forge trust.
  isTrusted: { __proto__: null, enumerable: true, configurable: false },
});

module.exports = { Event, dispatch };
