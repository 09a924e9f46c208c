// Attr and NamedNodeMap: attributes as objects, made when a program asks for them.
'use strict';

const { ArrayPrototypePush, ObjectDefineProperty, Proxy, ReflectGet, SafeMap, SymbolIterator, SymbolToStringTag } = primordials;

const { ATTRIBUTE_NODE, initNode, stateOf } = require('web/dom/node_state');
const { Node, makeNode } = require('web/dom/node');
const { makeSlot } = require('web/dom/slots');
const { guard, illegal, key } = require('web/dom/construction');

class Attr extends Node {
  constructor() {
    illegal();
  }

  get name() { return stateOf(this).nodeName; }
  get localName() { return stateOf(this).nodeName; }
  get namespaceURI() { return null; }
  get prefix() { return null; }
  get specified() { return true; }
  get ownerElement() { return stateOf(this).element; }
  get nodeValue() { return this.value; }
  set nodeValue(value) { this.value = value; }
  get textContent() { return this.value; }
  set textContent(value) { this.value = value; }

  get value() {
    const { element, nodeName } = stateOf(this);
    return stateOf(element).attributes.get(nodeName) ?? '';
  }

  set value(value) {
    const { element, nodeName } = stateOf(this);
    require('web/dom/element').setAttribute(element, nodeName, `${value}`);
  }
}
ObjectDefineProperty(Attr.prototype, SymbolToStringTag, { __proto__: null, value: 'Attr', configurable: true });

// The same object for as long as the element has the attribute.
function attributeNode(element, name) {
  const state = stateOf(element);
  if (!state.attributes.has(name)) {
    state.attributeNodes?.delete(name);
    return null;
  }
  state.attributeNodes ??= new SafeMap();
  let node = state.attributeNodes.get(name);
  if (node === undefined) {
    node = makeNode(Attr);
    initNode(node, ATTRIBUTE_NODE, state.document, { element, nodeName: name });
    state.attributeNodes.set(name, node);
  }
  return node;
}

const slot = makeSlot();

class NamedNodeMap {
  constructor(given) {
    guard(given);
  }

  get length() { return stateOf(slot.of(this)).attributes.size; }

  item(index) {
    return nodesOf(slot.of(this))[index >>> 0] ?? null;
  }

  getNamedItem(name) {
    return attributeNode(slot.of(this), `${name}`);
  }

  removeNamedItem(name) {
    const node = attributeNode(slot.of(this), `${name}`);
    slot.of(this).removeAttribute(name);
    return node;
  }

  *[SymbolIterator]() {
    const nodes = nodesOf(slot.of(this));
    for (let i = 0; i < nodes.length; i++) yield nodes[i];
  }
}
ObjectDefineProperty(NamedNodeMap.prototype, SymbolToStringTag, { __proto__: null, value: 'NamedNodeMap', configurable: true });

function nodesOf(element) {
  const nodes = [];
  stateOf(element).attributes.forEach((_value, name) => ArrayPrototypePush(nodes, attributeNode(element, name)));
  return nodes;
}

function createAttributeMap(element) {
  const map = new Proxy(new NamedNodeMap(key), {
    __proto__: null,
    get(target, name, receiver) {
      if (typeof name === 'string' && !(name in target)) {
        const index = +name;
        return index >= 0 ? nodesOf(element)[index] : attributeNode(element, name) ?? undefined;
      }
      return ReflectGet(target, name, receiver);
    },
  });
  slot.give(map, element);
  return map;
}

module.exports = { Attr, NamedNodeMap, attributeNode, createAttributeMap };
