// Node: what everything in the tree has in common.
'use strict';

const { ObjectCreate, ObjectDefineProperties, SymbolFor, SymbolToStringTag, TypeError, globalThis } = primordials;

const {
  ATTRIBUTE_NODE, COMMENT_NODE, DOCUMENT_FRAGMENT_NODE, DOCUMENT_NODE, DOCUMENT_TYPE_NODE, ELEMENT_NODE, PROCESSING_INSTRUCTION_NODE,
  TEXT_NODE,
  isNode, stateOf,
} = require('web/dom/node_state');
const { EventTarget } = require('web/event_target');
const { initTarget, targetState } = require('web/dom/listeners');
const { dispatch } = require('web/dom/event');
const { liveList } = require('web/dom/collections');
const tree = require('web/dom/tree');

const DISCONNECTED = 1;
const PRECEDING = 2;
const FOLLOWING = 4;
const CONTAINS = 8;
const CONTAINED_BY = 16;
const IMPLEMENTATION_SPECIFIC = 32;

// The next target of an event's path. The window follows its document, except for `load`, which is the window's own.
function parentTarget(node, event) {
  const { parent, type, isOfWindow } = stateOf(node);
  if (parent !== null) return parent;
  if (type !== DOCUMENT_NODE || !isOfWindow || dispatch.stateOf(event).type === 'load') return null;
  return globalThis;
}

function needNode(value, method, position = 1) {
  if (!isNode(value)) {
    throw new TypeError(`Failed to execute '${method}' on 'Node': parameter ${position} is not of type 'Node'.`);
  }
}

function asElement(node) {
  return node !== null && stateOf(node).type === ELEMENT_NODE ? node : null;
}

// The text of a subtree, comments left out.
function textOf(node) {
  let text = '';
  for (let at = tree.following(node, node); at !== null; at = tree.following(at, node)) {
    const state = stateOf(at);
    if (state.type === TEXT_NODE) text += state.data;
  }
  return text;
}

class Node extends EventTarget {
  constructor() {
    super();
    targetState(this).parentOf = parentTarget;
  }

  get nodeType() { return stateOf(this).type; }
  get nodeName() { return stateOf(this).nodeName; }
  get baseURI() { return require('web/fetch/address').base(); }
  get isConnected() { return tree.isConnected(this); }
  get ownerDocument() {
    const { type, document } = stateOf(this);
    return type === DOCUMENT_NODE ? null : document;
  }

  get parentNode() { return stateOf(this).parent; }
  get parentElement() { return asElement(stateOf(this).parent); }
  get firstChild() { return stateOf(this).first; }
  get lastChild() { return stateOf(this).last; }
  get nextSibling() { return stateOf(this).next; }
  get previousSibling() { return stateOf(this).previous; }
  get childNodes() { return stateOf(this).childNodes ??= liveList(() => tree.childrenOf(this)); }

  get nodeValue() { return stateOf(this).data ?? null; }
  set nodeValue(value) {
    if (stateOf(this).data !== undefined) this.data = value === null ? '' : value;
  }

  get textContent() {
    const { type, data } = stateOf(this);
    if (data !== undefined) return data;
    return type === ELEMENT_NODE || type === DOCUMENT_FRAGMENT_NODE ? textOf(this) : null;
  }

  set textContent(value) {
    const { type, data, document } = stateOf(this);
    const text = value === null || value === undefined ? '' : `${value}`;
    if (data !== undefined) this.data = text;
    else if (type === ELEMENT_NODE || type === DOCUMENT_FRAGMENT_NODE) {
      tree.replaceAll(text === '' ? null : require('web/dom/character_data').createText(document, text), this);
    }
  }

  hasChildNodes() {
    return stateOf(this).first !== null;
  }

  getRootNode() {
    return tree.rootOf(this);
  }

  appendChild(node) {
    stateOf(this);
    needNode(node, 'appendChild');
    return tree.insertBefore(node, this, null);
  }

  insertBefore(node, before) {
    stateOf(this);
    needNode(node, 'insertBefore');
    if (before !== null && before !== undefined) needNode(before, 'insertBefore', 2);
    return tree.insertBefore(node, this, before ?? null);
  }

  removeChild(node) {
    stateOf(this);
    needNode(node, 'removeChild');
    if (stateOf(node).parent !== this) {
      const { DOMException } = require('internal/errors/dom_exception');
      throw new DOMException("Failed to execute 'removeChild' on 'Node': " +
        'The node to be removed is not a child of this node.', 'NotFoundError');
    }
    tree.remove(node);
    return node;
  }

  replaceChild(node, old) {
    stateOf(this);
    needNode(node, 'replaceChild');
    needNode(old, 'replaceChild', 2);
    return tree.replace(node, old, this);
  }

  contains(other) {
    stateOf(this);
    return isNode(other) && tree.isInclusiveAncestor(this, other);
  }

  isSameNode(other) {
    return this === other;
  }

  isEqualNode(other) {
    return isNode(other) && require('web/dom/clone').isEqual(this, other);
  }

  cloneNode(isDeep = false) {
    stateOf(this);
    return require('web/dom/clone').clone(this, !!isDeep);
  }

  // Joins texts that are neighbours and drops empty ones.
  normalize() {
    for (let at = tree.following(this, this); at !== null;) {
      const state = stateOf(at);
      const next = tree.following(at, this);
      if (state.type === TEXT_NODE) {
        if (state.data === '') tree.remove(at);
        else if (state.next !== null && stateOf(state.next).type === TEXT_NODE) {
          at.data += stateOf(state.next).data;
          tree.remove(state.next);
          continue;
        }
      }
      at = next;
    }
  }

  compareDocumentPosition(other) {
    needNode(other, 'compareDocumentPosition');
    if (this === other) return 0;
    const root = tree.rootOf(this);
    if (root !== tree.rootOf(other)) return DISCONNECTED | IMPLEMENTATION_SPECIFIC | PRECEDING;
    if (tree.isInclusiveAncestor(other, this)) return CONTAINS | PRECEDING;
    if (tree.isInclusiveAncestor(this, other)) return CONTAINED_BY | FOLLOWING;
    for (let at = root; ; at = tree.following(at, root)) {
      if (at === other) return PRECEDING;
      if (at === this) return FOLLOWING;
    }
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options) {
    return require('web/dom/serializer').describe(this, depth, options);
  }
}

// A node of a class, made without its constructors: those that a class gets by default would use the iterator of arrays,
// which a program may have replaced.
function makeNode(Class) {
  const node = ObjectCreate(Class.prototype);
  initTarget(node).parentOf = parentTarget;
  return node;
}

const constant = (value) => ({ __proto__: null, value, enumerable: true });
const constants = {
  ELEMENT_NODE: constant(ELEMENT_NODE),
  ATTRIBUTE_NODE: constant(ATTRIBUTE_NODE),
  TEXT_NODE: constant(TEXT_NODE),
  PROCESSING_INSTRUCTION_NODE: constant(PROCESSING_INSTRUCTION_NODE),
  COMMENT_NODE: constant(COMMENT_NODE),
  DOCUMENT_NODE: constant(DOCUMENT_NODE),
  DOCUMENT_TYPE_NODE: constant(DOCUMENT_TYPE_NODE),
  DOCUMENT_FRAGMENT_NODE: constant(DOCUMENT_FRAGMENT_NODE),
  DOCUMENT_POSITION_DISCONNECTED: constant(DISCONNECTED),
  DOCUMENT_POSITION_PRECEDING: constant(PRECEDING),
  DOCUMENT_POSITION_FOLLOWING: constant(FOLLOWING),
  DOCUMENT_POSITION_CONTAINS: constant(CONTAINS),
  DOCUMENT_POSITION_CONTAINED_BY: constant(CONTAINED_BY),
};
ObjectDefineProperties(Node, constants);
ObjectDefineProperties(Node.prototype, {
  ...constants,
  [SymbolToStringTag]: { __proto__: null, value: 'Node', configurable: true },
});

module.exports = { Node, makeNode, textOf };
