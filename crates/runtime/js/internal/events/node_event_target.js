// NodeEventTarget: an event target that can also be used like an emitter, for
// classes that are both to Node's programs (message ports, for one). Listeners
// added with `on` get the value that was emitted; those of addEventListener
// get an event.
'use strict';

const { MapPrototypeClear, MapPrototypeDelete, ObjectDefineProperty } = primordials;

const { codes: { ERR_INVALID_THIS } } = require('internal/errors');
const { EventEmitter, kMaxEventTargetListeners } = require('internal/events/emitter');
const {
  EventTarget,
  isEventTarget,
  kEvents,
  kHybridDispatch,
  kIsNodeStyle,
  listenersOf,
  typesOf,
} = require('web/event_target');

function check(value) {
  if (!isEventTarget(value)) throw new ERR_INVALID_THIS('NodeEventTarget');
}

class NodeEventTarget extends EventTarget {
  static defaultMaxListeners = 10;

  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() { super(); }

  setMaxListeners(n) {
    check(this);
    EventEmitter.setMaxListeners(n, this);
  }

  getMaxListeners() {
    check(this);
    return this[kMaxEventTargetListeners];
  }

  eventNames() {
    check(this);
    return typesOf(this);
  }

  listenerCount(type) {
    check(this);
    return listenersOf(this, `${type}`).length;
  }

  off(type, listener, options) {
    check(this);
    this.removeEventListener(type, listener, options);
    return this;
  }

  removeListener(type, listener, options) {
    return this.off(type, listener, options);
  }

  on(type, listener) {
    check(this);
    this.addEventListener(type, listener, { __proto__: null, [kIsNodeStyle]: true });
    return this;
  }

  addListener(type, listener) {
    return this.on(type, listener);
  }

  once(type, listener) {
    check(this);
    this.addEventListener(type, listener, { __proto__: null, once: true, [kIsNodeStyle]: true });
    return this;
  }

  emit(type, argument) {
    check(this);
    const heard = this.listenerCount(type) > 0;
    this[kHybridDispatch](argument, `${type}`);
    return heard;
  }

  removeAllListeners(type) {
    check(this);
    if (this[kEvents] === undefined) return this;
    // As in Node, nobody is told: a port goes on taking messages, and keeps the loop alive.
    if (type === undefined) MapPrototypeClear(this[kEvents]);
    else MapPrototypeDelete(this[kEvents], `${type}`);
    return this;
  }
}

const names = [
  'setMaxListeners', 'getMaxListeners', 'eventNames', 'listenerCount', 'off', 'removeListener', 'on', 'addListener', 'once', 'emit',
  'removeAllListeners',
];
for (let i = 0; i < names.length; i++) {
  ObjectDefineProperty(NodeEventTarget.prototype, names[i], { __proto__: null, enumerable: true });
}

module.exports = { NodeEventTarget };
