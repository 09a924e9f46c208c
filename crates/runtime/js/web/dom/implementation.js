// DOMImplementation and DOMParser: documents beside the page's own.
'use strict';

const { ObjectDefineProperty, SymbolToStringTag, TypeError } = primordials;

const { createDoctype } = require('web/dom/document_type');
const { createDocument } = require('web/dom/document');
const { guard, key } = require('web/dom/construction');
const { makeSlot } = require('web/dom/slots');
const { parseInto } = require('web/dom/html/fragment');

const slot = makeSlot();

class DOMImplementation {
  constructor(given) {
    guard(given);
  }

  hasFeature() {
    return true;
  }

  createDocumentType(name, publicId, systemId) {
    return createDoctype(slot.of(this), `${name}`, `${publicId}`, `${systemId}`);
  }

  createHTMLDocument(title = undefined) {
    const document = parseInto(createDocument(), '<!doctype html>');
    if (title !== undefined) document.title = `${title}`;
    return document;
  }
}
ObjectDefineProperty(DOMImplementation.prototype, SymbolToStringTag, {
  __proto__: null, value: 'DOMImplementation', configurable: true,
});

function createImplementation(document) {
  const implementation = new DOMImplementation(key);
  slot.give(implementation, document);
  return implementation;
}

class DOMParser {
  // HTML alone: there is no parser of XML here.
  parseFromString(text, type) {
    if (type !== 'text/html') {
      throw new TypeError(`Failed to execute 'parseFromString' on 'DOMParser': '${type}' is not supported, only 'text/html'.`);
    }
    return parseInto(createDocument(), `${text}`);
  }
}
ObjectDefineProperty(DOMParser.prototype, SymbolToStringTag, { __proto__: null, value: 'DOMParser', configurable: true });

module.exports = { DOMImplementation, DOMParser, createImplementation };
