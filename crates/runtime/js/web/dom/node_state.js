// What a node knows, hidden from programs: its links in the tree and what its class adds to them.
'use strict';

const { sharedSlot } = require('web/dom/slots');

const slot = sharedSlot('node');

const ELEMENT_NODE = 1;
const ATTRIBUTE_NODE = 2;
const TEXT_NODE = 3;
const PROCESSING_INSTRUCTION_NODE = 7;
const COMMENT_NODE = 8;
const DOCUMENT_NODE = 9;
const DOCUMENT_TYPE_NODE = 10;
const DOCUMENT_FRAGMENT_NODE = 11;

// `extra` holds the fields of the node's class. `inserted` is called when the node becomes part of a document,
// `removed` when it is so no more, `childrenChanged` when its own children change.
function initNode(node, type, document, extra) {
  return slot.give(node, {
    type,
    document,
    parent: null,
    first: null,
    last: null,
    next: null,
    previous: null,
    // Part of a document.
    isConnected: type === DOCUMENT_NODE,
    // Registrations of mutation observers, made when there is one.
    observers: undefined,
    inserted: undefined,
    removed: undefined,
    childrenChanged: undefined,
    ...extra,
  });
}

// The document of the window, to which nodes belong that a program makes with `new`.
let page = null;

function pageDocument() {
  return page;
}

function setPageDocument(document) {
  page = document;
}

function isNode(value) {
  return slot.has(value);
}

function isElement(value) {
  return slot.has(value) && slot.of(value).type === ELEMENT_NODE;
}

module.exports = {
  ATTRIBUTE_NODE,
  COMMENT_NODE,
  DOCUMENT_FRAGMENT_NODE,
  DOCUMENT_NODE,
  DOCUMENT_TYPE_NODE,
  ELEMENT_NODE,
  PROCESSING_INSTRUCTION_NODE,
  TEXT_NODE,
  initNode,
  isElement,
  isNode,
  pageDocument,
  setPageDocument,
  stateOf: slot.of,
};
