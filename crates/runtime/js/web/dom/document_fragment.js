// DocumentFragment: nodes without a place, which go in together.
'use strict';

const { ObjectDefineProperty, SymbolToStringTag } = primordials;

const { DOCUMENT_FRAGMENT_NODE, initNode, pageDocument, stateOf } = require('web/dom/node_state');
const { Node } = require('web/dom/node');
const { mix, parentNode } = require('web/dom/mixins');
const { following } = require('web/dom/tree');

class DocumentFragment extends Node {
  constructor() {
    super();
    initNode(this, DOCUMENT_FRAGMENT_NODE, pageDocument(), { nodeName: '#document-fragment' });
  }

  getElementById(id) {
    return findById(this, `${id}`);
  }
}
mix(DocumentFragment.prototype, parentNode);
ObjectDefineProperty(DocumentFragment.prototype, SymbolToStringTag, {
  __proto__: null, value: 'DocumentFragment', configurable: true,
});

function findById(root, id) {
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    const { attributes } = stateOf(at);
    if (attributes !== undefined && attributes.get('id') === id) return at;
  }
  return null;
}

function createFragment(document) {
  const fragment = new DocumentFragment();
  stateOf(fragment).document = document;
  return fragment;
}

module.exports = { DocumentFragment, createFragment, findById };
