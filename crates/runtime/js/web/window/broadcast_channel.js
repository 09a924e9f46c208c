// BroadcastChannel, between the channels of a page, its frames and its workers.
'use strict';

const { ObjectDefineProperties, SymbolToStringTag, TypeError } = primordials;
const { EventTarget, defineEventHandler, fire } = require('web/dom/event_target');
const { makeSlot } = require('web/dom/slots');
const { groupCalled } = require('web/window/broadcast_groups');
const { SOURCES, isClosed, queueTask } = require('web/window/event_loop');
const { packMessage } = require('web/window/message');
const { MessageEvent } = require('web/window/message_event');
const { origin } = require('web/window/location');
const place = require('web/window/place');
const { DOMException } = require('internal/errors/dom_exception');
const { requireArguments } = require('web/window/arguments');
const causes = require('internal/causes');

const slot = makeSlot();

class BroadcastChannel extends EventTarget {
  constructor(name) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to construct 'BroadcastChannel': 1 argument required, but only 0 present.");
    }
    super();
    const text = `${name}`;
    const member = { __proto__: null, pack, deliver: (packed) => deliver(this, packed) };
    const state = slot.give(this, { name: text, group: groupCalled(text), member, isClosed: false });
    state.group.join(member);
  }

  get name() {
    return slot.of(this).name;
  }

  postMessage(message) {
    const state = slot.of(this);
    requireArguments('postMessage', 'BroadcastChannel', 1, arguments.length);
    if (state.isClosed) {
      throw new DOMException("Failed to execute 'postMessage' on 'BroadcastChannel': Channel is closed", 'InvalidStateError');
    }
    // What can not be cloned is refused even if no channel listens; one of a worker that closes or a frame that is gone says nothing.
    const packed = pack(message);
    if (!isClosed() && !place.isGone) state.group.post(state.member, message, packed);
  }

  close() {
    const state = slot.of(this);
    if (state.isClosed) return;
    state.isClosed = true;
    state.group.leave(state.member);
  }
}

function pack(data) {
  return packMessage(data, undefined, () => {});
}

function deliver(channel, { data, made }) {
  queueTask(SOURCES.domManipulation, () => {
    if (slot.of(channel).isClosed || place.isGone) return;
    if (causes.enabled) causes.begin('message', undefined, made);
    fire(channel, new MessageEvent('message', { __proto__: null, data, origin: origin() }));
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
