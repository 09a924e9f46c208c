// MutationObserver and MutationRecord.
'use strict';

const {
  ArrayPrototypePush, ObjectDefineProperties, SymbolToStringTag, TypeError,
} = primordials;

const { makeSlot } = require('web/dom/slots');
const { isNode, stateOf } = require('web/dom/node_state');
const { endTransient, register, unregister } = require('web/dom/mutation_records');
const { staticList } = require('web/dom/collections');
const { invoke } = require('web/window/callbacks');

const recordSlot = makeSlot();
const observerSlot = makeSlot();
const key = {};
let lastNumber = 0;

class MutationRecord {
  constructor(given, fields) {
    if (given !== key) throw new TypeError('Illegal constructor');
    recordSlot.give(this, fields);
  }

  get type() { return recordSlot.of(this).type; }
  get target() { return recordSlot.of(this).target; }
  get addedNodes() { return listOf(recordSlot.of(this), 'addedNodes'); }
  get removedNodes() { return listOf(recordSlot.of(this), 'removedNodes'); }
  get previousSibling() { return recordSlot.of(this).previousSibling; }
  get nextSibling() { return recordSlot.of(this).nextSibling; }
  get attributeName() { return recordSlot.of(this).attributeName; }
  get attributeNamespace() { return recordSlot.of(this).attributeNamespace; }
  get oldValue() { return recordSlot.of(this).oldValue; }
}

// The list object is made when a program first asks for it.
function listOf(fields, name) {
  const lists = fields.lists ??= { __proto__: null };
  return lists[name] ??= staticList(fields[name]);
}

function readOptions(options) {
  const read = {
    __proto__: null,
    childList: !!options?.childList,
    attributes: options?.attributes,
    characterData: options?.characterData,
    subtree: !!options?.subtree,
    attributeOldValue: options?.attributeOldValue,
    characterDataOldValue: options?.characterDataOldValue,
    attributeFilter: undefined,
  };
  if (options?.attributeFilter !== undefined) {
    read.attributeFilter = [];
    for (const name of options.attributeFilter) ArrayPrototypePush(read.attributeFilter, `${name}`); // iterable: the program's
  }
  if (read.attributes === undefined) {
    read.attributes = read.attributeOldValue !== undefined || read.attributeFilter !== undefined;
  }
  if (read.characterData === undefined) read.characterData = read.characterDataOldValue !== undefined;
  const failed = "Failed to execute 'observe' on 'MutationObserver': The options object ";
  if (!read.childList && !read.attributes && !read.characterData) {
    throw new TypeError(`${failed}must set at least one of 'attributes', 'characterData', or 'childList' to true.`);
  }
  if (!read.attributes && read.attributeOldValue) {
    throw new TypeError(`${failed}may only set 'attributeOldValue' to true when 'attributes' is true or not present.`);
  }
  if (!read.attributes && read.attributeFilter !== undefined) {
    throw new TypeError(`${failed}may only set 'attributeFilter' when 'attributes' is true or not present.`);
  }
  if (!read.characterData && read.characterDataOldValue) {
    throw new TypeError(`${failed}may only set 'characterDataOldValue' to true when 'characterData' is true or not present.`);
  }
  return read;
}

class MutationObserver {
  constructor(callback) {
    if (typeof callback !== 'function') {
      throw new TypeError("Failed to construct 'MutationObserver': parameter 1 is not of type 'Function'.");
    }
    const state = observerSlot.give(this, {
      number: ++lastNumber,
      records: [],
      nodes: [],
      transientNodes: [],
      makeRecord: (fields) => new MutationRecord(key, fields),
      deliver: () => invoke(callback, this, [take(state), this]),
    });
  }

  observe(target, options = undefined) {
    const state = observerSlot.of(this);
    if (!isNode(target)) {
      throw new TypeError("Failed to execute 'observe' on 'MutationObserver': parameter 1 is not of type 'Node'.");
    }
    const read = readOptions(options);
    const observers = stateOf(target).observers ?? [];
    for (let i = 0; i < observers.length; i++) {
      const registration = observers[i];
      if (registration.observer !== state || registration.source !== undefined) continue;
      endTransient(state, registration);
      registration.options = read;
      return;
    }
    register(target, state, read);
  }

  disconnect() {
    const state = observerSlot.of(this);
    endTransient(state);
    for (let i = 0; i < state.nodes.length; i++) unregister(state.nodes[i], state, () => true);
    state.nodes = [];
    state.records = [];
  }

  takeRecords() {
    return take(observerSlot.of(this));
  }
}

function take(state) {
  const { records } = state;
  state.records = [];
  return records;
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(MutationRecord.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'MutationRecord', configurable: true },
  type: enumerable,
  target: enumerable,
  addedNodes: enumerable,
  removedNodes: enumerable,
  previousSibling: enumerable,
  nextSibling: enumerable,
  attributeName: enumerable,
  attributeNamespace: enumerable,
  oldValue: enumerable,
});
ObjectDefineProperties(MutationObserver.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'MutationObserver', configurable: true },
  observe: enumerable,
  disconnect: enumerable,
  takeRecords: enumerable,
});

module.exports = { MutationObserver, MutationRecord };
