// BroadcastChannel in Node's loops, between the channels of one process: a port in a group with a name. It listens from the
// beginning, so it keeps the loop alive until it is closed or told not to.
'use strict';

const { ObjectDefineProperties, SymbolFor, TypeError } = primordials;
const { codes: { ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const { DOMException } = require('internal/errors/dom_exception');
const { close, makePort, post, setRef, stateOf } = require('internal/messaging/message_port');
const { makeMessageEvent } = require('internal/messaging/message_event');
const { Group } = require('internal/messaging/port_data');
const { EventTarget, addListener, defineEventHandler, kHybridDispatch, removeListener } = require('web/event_target');

// To hear messages instead of events.
const plainly = { __proto__: null, capture: false, once: false, passive: false, signal: undefined, isNodeStyle: true, resistsStop: false };

class BroadcastChannel extends EventTarget {
  #name;
  #port;
  #listener = (data) => {
    const event = makeMessageEvent('message', data, undefined);
    this[kHybridDispatch](event, 'message', event);
  };

  constructor(name) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    super();
    this.#name = `${name}`;
    this.#port = makePort(Group.called(this.#name));
    addListener(this.#port, 'message', this.#listener, plainly);
  }

  // The port of a channel, for `receiveMessageOnPort`.
  static portOf(value) {
    return value !== null && typeof value === 'object' && #port in value ? value.#port : undefined;
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#name in value)) throw new ERR_INVALID_THIS('BroadcastChannel');
    return value;
  }

  get name() {
    return BroadcastChannel.#check(this).#name;
  }

  close() {
    const port = BroadcastChannel.#check(this).#port;
    if (port === undefined) return;
    this.#port = undefined;
    removeListener(port, 'message', this.#listener, false);
    close(stateOf(port));
  }

  postMessage(message) {
    const port = BroadcastChannel.#check(this).#port;
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('message');
    if (port === undefined) throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    post(stateOf(port), message);
  }

  ref() {
    const port = BroadcastChannel.#check(this).#port;
    if (port !== undefined) setRef(stateOf(port), true);
    return this;
  }

  unref() {
    const port = BroadcastChannel.#check(this).#port;
    if (port !== undefined) setRef(stateOf(port), false);
    return this;
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    const port = BroadcastChannel.#check(this).#port;
    if (depth < 0) return 'BroadcastChannel';
    const { inspect } = require('internal/util/inspect');
    const inner = { __proto__: null, ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `BroadcastChannel ${inspect({ name: this.#name, active: port !== undefined }, inner)}`;
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(BroadcastChannel.prototype, { name: enumerable, close: enumerable, postMessage: enumerable });
defineEventHandler(BroadcastChannel.prototype, 'message');
defineEventHandler(BroadcastChannel.prototype, 'messageerror');

const { portOf } = BroadcastChannel;
delete BroadcastChannel.portOf;

module.exports = { BroadcastChannel, portOf };
