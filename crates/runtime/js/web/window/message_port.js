// MessageChannel and its two ports.
//
// Messages wait in the port they were sent to until that is started. The first of them makes a task of the posted message
// source. When one has been heard, with its microtasks, the port queues again for those that wait: Chromium a task for each,
// Firefox one. So the second message comes after what was queued before the first was over. A port that is transferred
// gives its queue and its partner to the port that arrives. Open ports keep nothing alive: only messages on their way do.
//
// The partner of a port may be in another thread; then the end of a channel stands for it (web/window/outside). A worker and its
// parent have such inboxes too, whose messages are heard by the worker's global object and by the Worker.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeShift, MathMin, ObjectDefineProperties, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ReflectApply,
  SymbolToStringTag,
} = primordials;
const { guard, key } = require('web/dom/construction');
const { EventTarget, defineEventHandler, fire } = require('web/dom/event_target');
const { sharedSlot } = require('web/dom/slots');
const { SOURCES, queueTask } = require('web/window/event_loop');
const { packMessage, registerPort } = require('web/window/message');
const { MessageEvent } = require('web/window/message_event');
const { DOMException } = require('internal/errors/dom_exception');
const { requireArguments } = require('web/window/arguments');
const causes = require('internal/causes');

const isOneAtATime = internalBinding('options').loop.portsQueueOneTask;
const slot = sharedSlot('port');

// Where messages wait for their target. `other` is what stands for the partner: it takes messages, and is told when it is left.
class Inbox {
  other = null;
  messages = [];
  tasks = 0;
  isStarted = false;
  isDetached = false;

  constructor(target) {
    this.target = target;
  }

  take(packed) {
    // A port that travels through its own channel is lost with what was sent to it.
    if (this.isDetached) return;
    ArrayPrototypePush(this.messages, packed);
    this.queueDelivery();
  }

  start() {
    this.isStarted = true;
    this.queueDelivery();
  }

  // A port at work, or about to be, sees by itself what has come.
  queueDelivery() {
    if (this.isStarted && this.tasks === 0 && this.messages.length > 0) this.#addTask();
  }

  #addTask() {
    this.tasks++;
    queueTask(SOURCES.postedMessage, () => {
      // It may have been closed or transferred.
      if (this.messages.length > 0) {
        const { data, ports, made } = ArrayPrototypeShift(this.messages);
        if (causes.enabled) causes.begin('message', undefined, made);
        fire(this.target, new MessageEvent('message', { __proto__: null, data, ports }));
        if (causes.enabled) causes.end();
      }
      this.tasks--;
      const wanted = isOneAtATime ? MathMin(this.messages.length, 1) : this.messages.length;
      while (this.tasks < wanted) this.#addTask();
    });
  }

  left() {
    this.other = null;
  }

  // Nothing comes or goes any more.
  close() {
    const { other } = this;
    this.other = null;
    this.messages = [];
    this.isDetached = true;
    other?.left();
  }
}

class MessagePort extends EventTarget {
  constructor(given = undefined) {
    guard(given);
    super();
    slot.give(this, new Inbox(this));
  }

  postMessage(message, options = undefined) {
    const inbox = slot.of(this);
    requireArguments('postMessage', 'MessagePort', 1, arguments.length);
    const { other } = inbox;
    const packed = packMessage(message, options, (item) => {
      if (item === this) {
        throw new DOMException("Failed to execute 'postMessage' on 'MessagePort': " +
          'Port at index 0 contains the source port.', 'DataCloneError');
      }
    });
    other?.take(packed);
  }

  start() {
    slot.of(this).start();
  }

  close() {
    slot.of(this).close();
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

function makePort() {
  return new MessagePort(key);
}

registerPort({
  __proto__: null,
  is: slot.has,
  isTransferable: (port) => !slot.of(port).isDetached,
  makeEmpty: makePort,
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

module.exports = { Inbox, MessageChannel, MessagePort, inboxOf: slot.of, makePort };
