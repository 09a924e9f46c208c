// MessageChannel and its two ports.
//
// Messages wait in the port they were sent to until that is started. The first of them makes a task of the posted message
// source. When one has been heard, with its microtasks, the port queues again for those that wait: Chromium a task for each,
// Firefox one. So the second message comes after what was queued before the first was over. A port that is transferred
// gives its queue and its partner to the port that arrives. Open ports keep nothing alive: only messages on their way do.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeShift, MathMin, ObjectDefineProperties, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ReflectApply,
  SymbolToStringTag,
} = primordials;
const { guard, key } = require('web/dom/construction');
const { EventTarget, defineEventHandler, fire } = require('web/dom/event_target');
const { makeSlot } = require('web/dom/slots');
const { SOURCES, queueTask } = require('web/window/event_loop');
const { packMessage, registerPort } = require('web/window/message');
const { MessageEvent } = require('web/window/message_event');
const { DOMException } = require('internal/errors/dom_exception');
const { requireArguments } = require('web/window/arguments');
const causes = require('internal/causes');

const isOneAtATime = internalBinding('options').loop.portsQueueOneTask;
const slot = makeSlot();

class MessagePort extends EventTarget {
  constructor(given = undefined) {
    guard(given);
    super();
    slot.give(this, { port: this, other: null, messages: [], isStarted: false, tasks: 0, isDetached: false });
  }

  postMessage(message, options = undefined) {
    const state = slot.of(this);
    requireArguments('postMessage', 'MessagePort', 1, arguments.length);
    const { other } = state;
    const packed = packMessage(message, options, (item) => {
      if (item === this) {
        throw new DOMException("Failed to execute 'postMessage' on 'MessagePort': " +
          'Port at index 0 contains the source port.', 'DataCloneError');
      }
    });
    // A port that travels through its own channel is lost with what was sent to it.
    if (other === null || other.isDetached) return;
    ArrayPrototypePush(other.messages, packed);
    queueDelivery(other);
  }

  start() {
    const state = slot.of(this);
    state.isStarted = true;
    queueDelivery(state);
  }

  close() {
    const state = slot.of(this);
    if (state.other !== null) state.other.other = null;
    state.other = null;
    state.messages = [];
    state.isDetached = true;
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(MessagePort.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'MessagePort', configurable: true },
  postMessage: enumerable,
  start: enumerable,
  close: enumerable,
});
defineEventHandler(MessagePort.prototype, 'message');
defineEventHandler(MessagePort.prototype, 'messageerror');

// Who sets `onmessage` means to hear what was sent before.
const handler = ObjectGetOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
ObjectDefineProperty(MessagePort.prototype, 'onmessage', {
  __proto__: null,
  ...handler,
  set(value) {
    ReflectApply(handler.set, this, [value]);
    this.start();
  },
});

// A port at work, or about to be, sees by itself what has come.
function queueDelivery(state) {
  if (state.isStarted && state.tasks === 0 && state.messages.length > 0) addTask(state);
}

function addTask(state) {
  state.tasks++;
  queueTask(SOURCES.postedMessage, () => {
    // It may have been closed or transferred.
    if (state.messages.length > 0) {
      const { data, ports, made } = ArrayPrototypeShift(state.messages);
      if (causes.enabled) causes.begin('message', undefined, made);
      fire(state.port, new MessageEvent('message', { __proto__: null, data, ports }));
      if (causes.enabled) causes.end();
    }
    state.tasks--;
    const wanted = isOneAtATime ? MathMin(state.messages.length, 1) : state.messages.length;
    while (state.tasks < wanted) addTask(state);
  });
}

registerPort({
  __proto__: null,
  is: slot.has,
  isTransferable: (port) => !slot.of(port).isDetached,
  makeEmpty: () => new MessagePort(key),
  move(from, to) {
    const old = slot.of(from);
    const arrived = slot.of(to);
    arrived.messages = old.messages;
    arrived.other = old.other;
    if (old.other !== null) old.other.other = arrived;
    old.messages = [];
    old.other = null;
    old.isDetached = true;
  },
});

class MessageChannel {
  #port1 = new MessagePort(key);
  #port2 = new MessagePort(key);

  constructor() {
    slot.of(this.#port1).other = slot.of(this.#port2);
    slot.of(this.#port2).other = slot.of(this.#port1);
  }

  get port1() { return this.#port1; }
  get port2() { return this.#port2; }
}
ObjectDefineProperties(MessageChannel.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'MessageChannel', configurable: true },
  port1: enumerable,
  port2: enumerable,
});

module.exports = { MessageChannel, MessagePort };
