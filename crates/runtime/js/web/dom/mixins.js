// ParentNode and ChildNode: members that several classes of nodes share without inheriting them from one.
'use strict';

const { ArrayPrototypePush, ObjectDefineProperties, ObjectGetOwnPropertyDescriptors } = primordials;

const { ELEMENT_NODE, isNode, stateOf } = require('web/dom/node_state');
const { elementsAmong, liveCollection, staticList } = require('web/dom/collections');
const tree = require('web/dom/tree');

// One node of several nodes and strings: itself if it is one, a fragment otherwise.
function nodeOf(items, document) {
  const { createText } = require('web/dom/character_data');
  const nodes = [];
  for (let i = 0; i < items.length; i++) {
    ArrayPrototypePush(nodes, isNode(items[i]) ? items[i] : createText(document, `${items[i]}`));
  }
  if (nodes.length === 1) return nodes[0];
  const { createFragment } = require('web/dom/document_fragment');
  const fragment = createFragment(document);
  for (let i = 0; i < nodes.length; i++) tree.insertBefore(nodes[i], fragment, null);
  return fragment;
}

function nextElement(node, direction) {
  let at = node;
  while (at !== null && stateOf(at).type !== ELEMENT_NODE) at = stateOf(at)[direction];
  return at;
}

const parentNode = {
  get children() { return stateOf(this).children ??= liveCollection(() => elementsAmong(tree.childrenOf(this))); },
  get childElementCount() { return elementsAmong(tree.childrenOf(this)).length; },
  get firstElementChild() { return nextElement(stateOf(this).first, 'next'); },
  get lastElementChild() { return nextElement(stateOf(this).last, 'previous'); },

  append(...items) {
    tree.insertBefore(nodeOf(items, tree.documentOf(this)), this, null);
  },

  prepend(...items) {
    tree.insertBefore(nodeOf(items, tree.documentOf(this)), this, stateOf(this).first);
  },

  replaceChildren(...items) {
    const node = nodeOf(items, tree.documentOf(this));
    tree.checkInsertion(node, this, null);
    tree.replaceAll(node, this);
  },

  querySelector(selectors) {
    stateOf(this);
    return require('web/dom/selectors').findFirst(this, `${selectors}`);
  },

  querySelectorAll(selectors) {
    stateOf(this);
    return staticList(require('web/dom/selectors').findAll(this, `${selectors}`));
  },
};

// A neighbour that is not among the items, which are about to leave their places.
function viable(node, direction, items) {
  let at = stateOf(node)[direction];
  while (at !== null && isAmong(items, at)) at = stateOf(at)[direction];
  return at;
}

function isAmong(items, node) {
  for (let i = 0; i < items.length; i++) if (items[i] === node) return true;
  return false;
}

const childNode = {
  before(...items) {
    const { parent } = stateOf(this);
    if (parent === null) return;
    const previous = viable(this, 'previous', items);
    const node = nodeOf(items, tree.documentOf(parent));
    tree.insertBefore(node, parent, previous === null ? stateOf(parent).first : stateOf(previous).next);
  },

  after(...items) {
    const { parent } = stateOf(this);
    if (parent === null) return;
    const next = viable(this, 'next', items);
    tree.insertBefore(nodeOf(items, tree.documentOf(parent)), parent, next);
  },

  replaceWith(...items) {
    const { parent } = stateOf(this);
    if (parent === null) return;
    const next = viable(this, 'next', items);
    const node = nodeOf(items, tree.documentOf(parent));
    if (stateOf(this).parent === parent) tree.replace(node, this, parent);
    else tree.insertBefore(node, parent, next);
  },

  remove() {
    if (stateOf(this).parent !== null) tree.remove(this);
  },
};

const siblings = {
  get nextElementSibling() { return nextElement(stateOf(this).next, 'next'); },
  get previousElementSibling() { return nextElement(stateOf(this).previous, 'previous'); },
};

// The elements below a node for which `isWanted` holds, as a live collection.
function collect(node, isWanted) {
  return liveCollection(() => {
    const found = [];
    for (let at = tree.following(node, node); at !== null; at = tree.following(at, node)) {
      if (stateOf(at).type === ELEMENT_NODE && isWanted(at)) ArrayPrototypePush(found, at);
    }
    return found;
  });
}

// getElementsBy…, of elements and documents.
const finders = {
  getElementsByTagName(name) {
    stateOf(this);
    const wanted = `${name}`;
    const { asciiLower } = require('web/dom/names');
    const lower = asciiLower(wanted);
    return collect(this, (element) => {
      const { qualifiedName, isHtml } = stateOf(element);
      return wanted === '*' || qualifiedName === (isHtml ? lower : wanted);
    });
  },

  getElementsByTagNameNS(namespace, name) {
    stateOf(this);
    return collect(this, (element) => {
      const { namespaceURI, localName } = stateOf(element);
      return (namespace === '*' || namespaceURI === namespace) && (name === '*' || localName === `${name}`);
    });
  },

  getElementsByClassName(names) {
    stateOf(this);
    const { hasTokens, splitTokens } = require('web/dom/names');
    const wanted = splitTokens(`${names}`);
    return collect(this, (element) => wanted.length > 0 && hasTokens(stateOf(element).attributes.get('class'), wanted));
  },
};

function mix(prototype, ...parts) {
  for (let i = 0; i < parts.length; i++) ObjectDefineProperties(prototype, ObjectGetOwnPropertyDescriptors(parts[i]));
}

module.exports = { childNode, finders, mix, parentNode, siblings };
