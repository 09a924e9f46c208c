// NodeList and HTMLCollection: lists of nodes that programs index.
//
// A list knows a function that reads its nodes: live ones walk the tree whenever they are asked, so they are never stale
// and cost a walk. Indices are answered by a proxy, whose own private slot is what marks it as a list.
'use strict';

const {
  ArrayPrototypePush, ObjectDefineProperties, ObjectDefineProperty, ObjectPrototypeHasOwnProperty, Proxy, ReflectApply, ReflectGet,
  ReflectGetOwnPropertyDescriptor, ReflectHas, ReflectOwnKeys, String, SymbolIterator, SymbolToStringTag, TypeError,
} = primordials;

const { makeSlot } = require('web/dom/slots');
const { ELEMENT_NODE, stateOf } = require('web/dom/node_state');

const slot = makeSlot();
const key = {};

function nodesOf(list) {
  return slot.of(list)();
}

// The number that a property name means, or -1.
function indexOf(name) {
  if (typeof name !== 'string') return -1;
  const index = +name;
  return index >= 0 && String(index >>> 0) === name ? index : -1;
}

function isNamed(target, name) {
  return target.named !== undefined && target.named(name) !== null;
}

const traps = {
  __proto__: null,
  get(target, name, receiver) {
    const index = indexOf(name);
    if (index !== -1) return target.read()[index];
    if (typeof name === 'string' && !(name in target.face) && isNamed(target, name)) return target.named(name);
    return ReflectGet(target.face, name, receiver);
  },
  set(target, name, value) {
    if (indexOf(name) !== -1) return false;
    ObjectDefineProperty(target.face, name, { __proto__: null, value, writable: true, configurable: true, enumerable: true });
    return true;
  },
  has(target, name) {
    const index = indexOf(name);
    if (index !== -1) return index < target.read().length;
    return ReflectHas(target.face, name) || (typeof name === 'string' && isNamed(target, name));
  },
  ownKeys(target) {
    const keys = [];
    const { length } = target.read();
    for (let i = 0; i < length; i++) ArrayPrototypePush(keys, `${i}`);
    const others = ReflectOwnKeys(target.face);
    for (let i = 0; i < others.length; i++) ArrayPrototypePush(keys, others[i]);
    return keys;
  },
  getOwnPropertyDescriptor(target, name) {
    const index = indexOf(name);
    if (index !== -1) {
      const nodes = target.read();
      if (index >= nodes.length) return undefined;
      return { value: nodes[index], writable: false, enumerable: true, configurable: true };
    }
    return ObjectPrototypeHasOwnProperty(target.face, name) ? ReflectGetOwnPropertyDescriptor(target.face, name) : undefined;
  },
  defineProperty(target, name, descriptor) {
    if (indexOf(name) !== -1) return false;
    ObjectDefineProperty(target.face, name, descriptor);
    return true;
  },
  deleteProperty(target, name) {
    return indexOf(name) === -1 && delete target.face[name];
  },
  getPrototypeOf: (target) => target.prototype,
};

function makeList(Class, read, named) {
  const face = new Class(key);
  const list = new Proxy({ face, read, named, prototype: Class.prototype }, traps);
  slot.give(list, read);
  return list;
}

class NodeList {
  constructor(given) {
    if (given !== key) throw new TypeError('Illegal constructor');
  }

  get length() { return nodesOf(this).length; }

  item(index) {
    return nodesOf(this)[index >>> 0] ?? null;
  }

  forEach(callback, thisArg = undefined) {
    for (let i = 0; i < nodesOf(this).length; i++) ReflectApply(callback, thisArg, [nodesOf(this)[i], i, this]);
  }

  *keys() {
    for (let i = 0; i < nodesOf(this).length; i++) yield i;
  }

  *values() {
    for (let i = 0; i < nodesOf(this).length; i++) yield nodesOf(this)[i];
  }

  *entries() {
    for (let i = 0; i < nodesOf(this).length; i++) yield [i, nodesOf(this)[i]];
  }
}

class HTMLCollection {
  constructor(given) {
    if (given !== key) throw new TypeError('Illegal constructor');
  }

  get length() { return nodesOf(this).length; }

  item(index) {
    return nodesOf(this)[index >>> 0] ?? null;
  }

  namedItem(name) {
    return findNamed(nodesOf(this), `${name}`);
  }

  *[SymbolIterator]() {
    for (let i = 0; i < nodesOf(this).length; i++) yield nodesOf(this)[i];
  }
}

function findNamed(nodes, name) {
  if (name === '') return null;
  for (let i = 0; i < nodes.length; i++) {
    const { attributes } = stateOf(nodes[i]);
    if (attributes.get('id') === name || attributes.get('name') === name) return nodes[i];
  }
  return null;
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(NodeList.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'NodeList', configurable: true },
  [SymbolIterator]: { __proto__: null, value: NodeList.prototype.values, writable: true, configurable: true },
  length: enumerable,
  item: enumerable,
  forEach: enumerable,
  keys: enumerable,
  values: enumerable,
  entries: enumerable,
});
ObjectDefineProperties(HTMLCollection.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'HTMLCollection', configurable: true },
  length: enumerable,
  item: enumerable,
  namedItem: enumerable,
});

// A NodeList of exactly these nodes. The array is its own.
function staticList(nodes) {
  return makeList(NodeList, () => nodes, undefined);
}

function liveList(read) {
  return makeList(NodeList, read, undefined);
}

function liveCollection(read) {
  return makeList(HTMLCollection, read, (name) => findNamed(read(), name));
}

function elementsAmong(nodes) {
  const elements = [];
  for (let i = 0; i < nodes.length; i++) if (stateOf(nodes[i]).type === ELEMENT_NODE) ArrayPrototypePush(elements, nodes[i]);
  return elements;
}

module.exports = { HTMLCollection, NodeList, elementsAmong, liveCollection, liveList, staticList };
