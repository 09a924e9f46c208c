// DocumentType: `<!doctype html>`.
'use strict';

const { ObjectDefineProperty, SymbolToStringTag } = primordials;

const { DOCUMENT_TYPE_NODE, initNode, stateOf } = require('web/dom/node_state');
const { Node, makeNode } = require('web/dom/node');
const { childNode, mix } = require('web/dom/mixins');
const { illegal } = require('web/dom/construction');

class DocumentType extends Node {
  constructor() {
    illegal();
  }

  get name() { return stateOf(this).nodeName; }
  get publicId() { return stateOf(this).publicId; }
  get systemId() { return stateOf(this).systemId; }
}
mix(DocumentType.prototype, childNode);
ObjectDefineProperty(DocumentType.prototype, SymbolToStringTag, { __proto__: null, value: 'DocumentType', configurable: true });

function createDoctype(document, name, publicId = '', systemId = '') {
  const doctype = makeNode(DocumentType);
  initNode(doctype, DOCUMENT_TYPE_NODE, document, { nodeName: name, publicId, systemId });
  return doctype;
}

module.exports = { DocumentType, createDoctype };
