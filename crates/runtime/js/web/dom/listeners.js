// What makes an object a target of a page: its listeners, its handlers, its place on a path.
'use strict';

const { SafeMap } = primordials;

const { dropRecord, findRecord, insertRecord, listenersIn } = require('web/listener_lists');
const { sharedSlot } = require('web/dom/slots');

const slot = sharedSlot('target');

// Makes an object a target. `parentOf(target, event)` gives the next target of a path; `activation` is what it does when
// it is clicked; `handlers` are the `on…` properties that were set.
function initTarget(target) {
  return slot.give(target, {
    listeners: undefined,
    handlers: undefined,
    parentOf: undefined,
    activation: undefined,
    added: undefined,
    removed: undefined,
  });
}

function addListener(target, type, listener, options) {
  const state = slot.of(target);
  const { capture, once, passive, signal } = options;
  if (signal?.aborted) return undefined;
  state.listeners ??= new SafeMap();
  const record = { listener, capture, once, passive, isRemoved: false, resistsStop: !!options.resistsStop };
  const size = insertRecord(state.listeners, type, record);
  if (size === 0) return undefined;
  if (signal !== undefined) {
    addListener(signal, 'abort', () => removeRecord(target, type, record), { capture: false, once: true, passive: false });
  }
  state.added?.(size, type, listener, once, capture, passive);
  return record;
}

function removeRecord(target, type, record) {
  const state = slot.of(target);
  const size = dropRecord(state.listeners, type, record);
  if (size !== -1) state.removed?.(size, type, record.listener, record.capture);
}

function removeListener(target, type, listener, capture) {
  const record = findRecord(slot.of(target).listeners, type, listener, capture);
  if (record !== undefined) removeRecord(target, type, record);
}

function listenersOf(target, type) {
  return listenersIn(slot.of(target).listeners, type);
}

module.exports = {
  addListener, initTarget, isTarget: slot.has, listenersOf, removeListener, removeRecord, targetState: slot.of,
};
