// Who hears of a change of the tree: finds the observers, and gives each its record.
//
// The microtask that calls them is queued with the first record and is one for all observers, so it runs among the promise
// jobs in the place where the first change was made.
'use strict';

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSort,
  ArrayPrototypeSplice,
  PromisePrototypeThen,
  PromiseResolve,
  SafeMap,
  MapPrototypeForEach,
  MapPrototypeGet,
  MapPrototypeSet,
} = primordials;

const { stateOf } = require('web/dom/node_state');

// Observers with records that wait for the microtask.
let waiting = [];
let isQueued = false;
// While nobody observes anything, a change asks nothing more than this.
let registrationCount = 0;

function isInterested(options, isTarget, kind, attributeName) {
  if (!isTarget && !options.subtree) return false;
  if (kind === 'childList') return options.childList;
  if (kind === 'characterData') return options.characterData;
  if (!options.attributes) return false;
  const { attributeFilter } = options;
  return attributeFilter === undefined || ArrayPrototypeIndexOf(attributeFilter, attributeName) !== -1;
}

function queueRecord(kind, target, fields, attributeName, oldValue) {
  // By observer, whether one of its registrations wants the old value.
  const interested = new SafeMap();
  for (let node = target; node !== null; node = stateOf(node).parent) {
    const { observers } = stateOf(node);
    if (observers === undefined) continue;
    for (let i = 0; i < observers.length; i++) {
      const { observer, options } = observers[i];
      if (!isInterested(options, node === target, kind, attributeName)) continue;
      const wantsOld = (kind === 'attributes' && options.attributeOldValue) ||
        (kind === 'characterData' && options.characterDataOldValue);
      MapPrototypeSet(interested, observer, wantsOld || MapPrototypeGet(interested, observer) === true);
    }
  }
  MapPrototypeForEach(interested, (wantsOld, observer) => {
    ArrayPrototypePush(observer.records, observer.makeRecord({
      type: kind,
      target,
      addedNodes: fields.added,
      removedNodes: fields.removed,
      previousSibling: fields.previous,
      nextSibling: fields.next,
      attributeName,
      attributeNamespace: null,
      oldValue: wantsOld ? oldValue : null,
    }));
    if (ArrayPrototypeIndexOf(waiting, observer) === -1) ArrayPrototypePush(waiting, observer);
    queueNotification();
  });
}

const noFields = { __proto__: null, added: [], removed: [], previous: null, next: null };

function queueTreeRecord(target, added, removed, previous, next) {
  if (registrationCount === 0) return;
  queueRecord('childList', target, { __proto__: null, added, removed, previous, next }, null, null);
}

function queueAttributeRecord(target, name, oldValue) {
  if (registrationCount === 0) return;
  queueRecord('attributes', target, noFields, name, oldValue);
}

function queueDataRecord(target, oldValue) {
  if (registrationCount === 0) return;
  queueRecord('characterData', target, noFields, null, oldValue);
}

// A node that leaves the tree is followed until the microtask by those who observed it from above.
function followRemoved(node, parent) {
  if (registrationCount === 0) return;
  for (let at = parent; at !== null; at = stateOf(at).parent) {
    const { observers } = stateOf(at);
    if (observers === undefined) continue;
    for (let i = 0; i < observers.length; i++) {
      const source = observers[i];
      if (source.options.subtree) register(node, source.observer, source.options, source.source ?? source);
    }
  }
}

// `source` is set for a registration that ends with the microtask.
function register(node, observer, options, source = undefined) {
  const state = stateOf(node);
  const registration = { observer, options, source };
  state.observers ??= [];
  ArrayPrototypePush(state.observers, registration);
  ArrayPrototypePush(source === undefined ? observer.nodes : observer.transientNodes, node);
  registrationCount++;
  return registration;
}

// Ends the registrations of an observer on a node for which `isOver` holds.
function unregister(node, observer, isOver) {
  const { observers } = stateOf(node);
  if (observers === undefined) return;
  for (let i = observers.length - 1; i >= 0; i--) {
    if (observers[i].observer !== observer || !isOver(observers[i])) continue;
    ArrayPrototypeSplice(observers, i, 1);
    registrationCount--;
  }
}

function endTransient(observer, source = undefined) {
  const nodes = observer.transientNodes;
  for (let i = 0; i < nodes.length; i++) {
    unregister(nodes[i], observer, (registration) => registration.source !== undefined &&
      (source === undefined || registration.source === source));
  }
  if (source === undefined) observer.transientNodes = [];
}

function queueNotification() {
  if (isQueued) return;
  isQueued = true;
  PromisePrototypeThen(PromiseResolve(), notify);
}

// The observers in the order they were made, each with all of its records.
function notify() {
  isQueued = false;
  const observers = ArrayPrototypeSort(waiting, (a, b) => a.number - b.number);
  waiting = [];
  for (let i = 0; i < observers.length; i++) {
    const observer = observers[i];
    endTransient(observer);
    if (observer.records.length > 0) observer.deliver();
  }
}

module.exports = {
  endTransient, followRemoved, queueAttributeRecord, queueDataRecord, queueTreeRecord, register, unregister,
};
