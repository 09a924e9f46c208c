// The listeners of a target: records in arrays by event type, in the order in which they were added.
'use strict';

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSplice,
  MapPrototypeDelete,
  MapPrototypeGet,
  MapPrototypeSet,
  SafeMap,
} = primordials;

const { makeSlot } = require('web/dom/slots');

const slot = makeSlot();

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

function findRecord(list, listener, capture) {
  for (let i = 0; i < list.length; i++) {
    if (list[i].listener === listener && list[i].capture === capture) return list[i];
  }
  return undefined;
}

function addListener(target, type, listener, options) {
  const state = slot.of(target);
  const { capture, once, passive, signal } = options;
  if (signal?.aborted) return undefined;
  state.listeners ??= new SafeMap();
  let list = MapPrototypeGet(state.listeners, type);
  if (list === undefined) MapPrototypeSet(state.listeners, type, list = []);
  if (findRecord(list, listener, capture) !== undefined) return undefined;
  const record = { listener, capture, once, passive, isRemoved: false, resistsStop: !!options.resistsStop };
  ArrayPrototypePush(list, record);
  if (signal !== undefined) {
    addListener(signal, 'abort', () => removeRecord(target, type, record), { capture: false, once: true, passive: false });
  }
  state.added?.(list.length, type, listener, once, capture, passive);
  return record;
}

function removeRecord(target, type, record) {
  const state = slot.of(target);
  const list = state.listeners === undefined ? undefined : MapPrototypeGet(state.listeners, type);
  if (record.isRemoved || list === undefined) return;
  record.isRemoved = true;
  ArrayPrototypeSplice(list, ArrayPrototypeIndexOf(list, record), 1);
  if (list.length === 0) MapPrototypeDelete(state.listeners, type);
  state.removed?.(list.length, type, record.listener, record.capture);
}

function removeListener(target, type, listener, capture) {
  const { listeners } = slot.of(target);
  const list = listeners === undefined ? undefined : MapPrototypeGet(listeners, type);
  const record = list === undefined ? undefined : findRecord(list, listener, capture);
  if (record !== undefined) removeRecord(target, type, record);
}

function listenersOf(target, type) {
  const { listeners } = slot.of(target);
  const list = listeners === undefined ? undefined : MapPrototypeGet(listeners, type);
  const found = [];
  if (list !== undefined) for (let i = 0; i < list.length; i++) ArrayPrototypePush(found, list[i].listener);
  return found;
}

module.exports = {
  addListener, initTarget, isTarget: slot.has, listenersOf, removeListener, removeRecord, targetState: slot.of,
};
