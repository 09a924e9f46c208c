// BroadcastChannel, between the channels of one page: there is no other page.
'use strict';

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSplice, ObjectDefineProperties, SymbolToStringTag, TypeError,
} = primordials;
const { EventTarget, defineEventHandler, fire } = require('web/dom/event_target');
const { makeSlot } = require('web/dom/slots');
const { SOURCES, queueTask } = require('web/window/event_loop');
const { packMessage } = require('web/window/message');
const { MessageEvent } = require('web/window/message_event');
const { location } = require('web/window/location');
const { DOMException } = require('internal/errors/dom_exception');
const { requireArguments } = require('web/window/arguments');
const causes = require('internal/causes');

const slot = makeSlot();
// Those that are open, in the order they were made.
const channels = [];

class BroadcastChannel extends EventTarget {
  constructor(name) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to construct 'BroadcastChannel': 1 argument required, but only 0 present.");
    }
    super();
    slot.give(this, { name: `${name}`, isClosed: false });
    ArrayPrototypePush(channels, this);
  }

  get name() {
    return slot.of(this).name;
  }

  postMessage(message) {
    const { name, isClosed } = slot.of(this);
    requireArguments('postMessage', 'BroadcastChannel', 1, arguments.length);
    if (isClosed) {
      throw new DOMException("Failed to execute 'postMessage' on 'BroadcastChannel': Channel is closed", 'InvalidStateError');
    }
    // Once for nobody, so that what can not be cloned is refused even if no channel listens.
    packMessage(message, undefined, () => {});
    const open = ArrayPrototypeSlice(channels);
    for (let i = 0; i < open.length; i++) {
      if (open[i] !== this && slot.of(open[i]).name === name) deliver(open[i], packMessage(message, undefined, () => {}));
    }
  }

  close() {
    const state = slot.of(this);
    if (state.isClosed) return;
    state.isClosed = true;
    ArrayPrototypeSplice(channels, ArrayPrototypeIndexOf(channels, this), 1);
  }
}

function deliver(channel, { data, made }) {
  queueTask(SOURCES.domManipulation, () => {
    if (slot.of(channel).isClosed) return;
    if (causes.enabled) causes.begin('message', undefined, made);
    fire(channel, new MessageEvent('message', { __proto__: null, data, origin: location.origin }));
    if (causes.enabled) causes.end();
  });
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(BroadcastChannel.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'BroadcastChannel', configurable: true },
  name: enumerable,
  postMessage: enumerable,
  close: enumerable,
});
defineEventHandler(BroadcastChannel.prototype, 'message');
defineEventHandler(BroadcastChannel.prototype, 'messageerror');

module.exports = { BroadcastChannel };
