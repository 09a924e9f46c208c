// Copies of nodes, and whether two nodes are alike.
'use strict';

const {
  COMMENT_NODE, DOCUMENT_FRAGMENT_NODE, DOCUMENT_NODE, DOCUMENT_TYPE_NODE, ELEMENT_NODE, PROCESSING_INSTRUCTION_NODE, TEXT_NODE,
  stateOf,
} = require('web/dom/node_state');
const { DOMException } = require('internal/errors/dom_exception');
const tree = require('web/dom/tree');

function copyOf(node, document) {
  const state = stateOf(node);
  switch (state.type) {
    case TEXT_NODE:
      return require('web/dom/character_data').createText(document, state.data);
    case COMMENT_NODE:
      return require('web/dom/character_data').createComment(document, state.data);
    case PROCESSING_INSTRUCTION_NODE:
      return require('web/dom/character_data').createInstruction(document, state.nodeName, state.data);
    case DOCUMENT_FRAGMENT_NODE:
      return require('web/dom/document_fragment').createFragment(document);
    case DOCUMENT_TYPE_NODE:
      return require('web/dom/document_type').createDoctype(document, state.nodeName, state.publicId, state.systemId);
    case ELEMENT_NODE: {
      const { createElement, setAttribute } = require('web/dom/element');
      const copy = createElement(document, state.localName, state.namespaceURI, state.prefix);
      state.attributes.forEach((value, name) => setAttribute(copy, name, value));
      state.cloned?.(node, copy);
      return copy;
    }
    case DOCUMENT_NODE:
      return require('web/dom/document').createDocument();
    default:
      throw new DOMException('This node can not be cloned.', 'NotSupportedError');
  }
}

function clone(node, isDeep, document = stateOf(node).document) {
  const copy = copyOf(node, document);
  if (isDeep) {
    const owner = stateOf(copy).type === DOCUMENT_NODE ? copy : document;
    for (let at = stateOf(node).first; at !== null; at = stateOf(at).next) tree.insert(clone(at, true, owner), copy, null);
  }
  return copy;
}

function isEqual(a, b) {
  const left = stateOf(a);
  const right = stateOf(b);
  if (left.type !== right.type || left.nodeName !== right.nodeName || left.data !== right.data) return false;
  if (left.type === ELEMENT_NODE) {
    if (left.namespaceURI !== right.namespaceURI || left.attributes.size !== right.attributes.size) return false;
    let isSame = true;
    left.attributes.forEach((value, name) => { isSame &&= right.attributes.get(name) === value; });
    if (!isSame) return false;
  }
  let inner = left.first;
  let other = right.first;
  while (inner !== null && other !== null) {
    if (!isEqual(inner, other)) return false;
    inner = stateOf(inner).next;
    other = stateOf(other).next;
  }
  return inner === other;
}

module.exports = { clone, isEqual };
