// Document: the root of a page, and what makes its nodes.
'use strict';

const {
  ObjectDefineProperty, StringPrototypeIncludes, StringPrototypeTrim, SymbolToStringTag, TypeError, globalThis,
} = primordials;

const { DOCUMENT_NODE, DOCUMENT_TYPE_NODE, ELEMENT_NODE, initNode, isNode, stateOf } = require('web/dom/node_state');
const { Node, makeNode } = require('web/dom/node');
const { checkName, createElement, createElementByName, createElementNS } = require('web/dom/element');
const { createComment, createInstruction, createText } = require('web/dom/character_data');
const { createFragment, findById } = require('web/dom/document_fragment');
const { finders, mix, parentNode } = require('web/dom/mixins');
const { GLOBAL_HANDLERS, defineEventHandler, defineHandlers } = require('web/dom/handlers');
const { asciiLower, replaceEach } = require('web/dom/names');
const { liveList } = require('web/dom/collections');
const { DOMException } = require('internal/errors/dom_exception');
const tree = require('web/dom/tree');

const SPACES = /[ \t\n\f\r]+/g;

function childOf(node, ...names) {
  if (node === null) return null;
  for (let at = stateOf(node).first; at !== null; at = stateOf(at).next) {
    for (let i = 0; i < names.length; i++) if (stateOf(at).localName === names[i]) return at;
  }
  return null;
}

function firstOfType(document, type) {
  for (let at = stateOf(document).first; at !== null; at = stateOf(at).next) if (stateOf(at).type === type) return at;
  return null;
}

class Document extends Node {
  constructor() {
    super();
    initDocument(this);
  }

  get documentElement() { return firstOfType(this, ELEMENT_NODE); }
  get doctype() { return firstOfType(this, DOCUMENT_TYPE_NODE); }
  get head() { return childOf(this.documentElement, 'head'); }
  get body() { return childOf(this.documentElement, 'body', 'frameset'); }
  set body(value) {
    const { body, documentElement } = this;
    if (body === value) return;
    if (body !== null) tree.replace(value, body, documentElement);
    else tree.insertBefore(value, documentElement, null);
  }

  get readyState() { return stateOf(this).readyState; }
  get currentScript() { return stateOf(this).currentScript; }
  get defaultView() { return stateOf(this).isOfWindow ? globalThis : null; }
  get location() { return stateOf(this).isOfWindow ? globalThis.location : null; }
  get URL() { return require('web/window/location').href(); }
  get documentURI() { return this.URL; }
  get referrer() { return ''; }
  get characterSet() { return stateOf(this).characterSet; }
  get charset() { return stateOf(this).characterSet; }
  get inputEncoding() { return stateOf(this).characterSet; }
  get contentType() { return 'text/html'; }
  get compatMode() { return this.doctype === null ? 'BackCompat' : 'CSS1Compat'; }
  get visibilityState() { return 'visible'; }
  get hidden() { return false; }
  get activeElement() { return require('web/dom/focus').activeElement(this); }
  get implementation() {
    return stateOf(this).implementation ??= require('web/dom/implementation').createImplementation(this);
  }

  get forms() { return this.getElementsByTagName('form'); }
  get images() { return this.getElementsByTagName('img'); }
  get scripts() { return this.getElementsByTagName('script'); }

  get title() {
    const element = this.querySelector('title');
    return element === null ? '' : StringPrototypeTrim(replaceEach(element.textContent, SPACES, () => ' '));
  }

  set title(value) {
    let element = this.querySelector('title');
    if (element === null) {
      const { head } = this;
      if (head === null) return;
      element = createElement(this, 'title');
      tree.insert(element, head, null);
    }
    element.textContent = value;
  }

  hasFocus() {
    return true;
  }

  getElementById(id) {
    return findById(this, `${id}`);
  }

  getElementsByName(name) {
    const wanted = `${name}`;
    return liveList(() => {
      const found = [];
      for (let at = tree.following(this, this); at !== null; at = tree.following(at, this)) {
        if (stateOf(at).attributes?.get('name') === wanted) found[found.length] = at;
      }
      return found;
    });
  }

  createElement(name) {
    stateOf(this);
    return createElementByName(this, `${name}`);
  }

  createElementNS(namespace, name) {
    stateOf(this);
    return createElementNS(this, namespace === null || namespace === '' ? null : `${namespace}`, `${name}`);
  }

  createTextNode(text) {
    stateOf(this);
    return createText(this, `${text}`);
  }

  createComment(text) {
    stateOf(this);
    return createComment(this, `${text}`);
  }

  createProcessingInstruction(target, data) {
    stateOf(this);
    target = `${target}`;
    data = `${data}`;
    checkName(target);
    if (StringPrototypeIncludes(data, '?>')) throw new DOMException(`The data provided ('${data}') contains '?>'.`, 'InvalidCharacterError');
    return createInstruction(this, target, data);
  }

  createDocumentFragment() {
    stateOf(this);
    return createFragment(this);
  }

  createEvent(name) {
    const event = require('web/dom/events').createLegacyEvent(asciiLower(`${name}`));
    if (event === undefined) {
      throw new DOMException(`The provided event type ('${name}') is invalid.`, 'NotSupportedError');
    }
    return event;
  }

  importNode(node, isDeep = false) {
    needNode(node, 'importNode');
    return require('web/dom/clone').clone(node, !!isDeep, this);
  }

  adoptNode(node) {
    needNode(node, 'adoptNode');
    if (stateOf(node).type === DOCUMENT_NODE) throw new DOMException('A document can not be adopted.', 'NotSupportedError');
    tree.adopt(node, this);
    return node;
  }

  // Only while the page is parsed: afterwards it would replace the page that is there.
  write(...parts) {
    const { parser } = stateOf(this);
    if (parser === null) {
      throw new DOMException('document.write after the page was parsed would replace it, which is not supported here', 'NotSupportedError');
    }
    parser.write(joined(parts));
  }

  writeln(...parts) {
    this.write(`${joined(parts)}\n`);
  }
}
mix(Document.prototype, parentNode, finders);
ObjectDefineProperty(Document.prototype, SymbolToStringTag, { __proto__: null, value: 'Document', configurable: true });
defineHandlers(Document.prototype, GLOBAL_HANDLERS);
defineEventHandler(Document.prototype, 'readystatechange');
defineEventHandler(Document.prototype, 'visibilitychange');

class HTMLDocument extends Document {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() { super(); }
}
ObjectDefineProperty(HTMLDocument.prototype, SymbolToStringTag, { __proto__: null, value: 'HTMLDocument', configurable: true });

function joined(parts) {
  let text = '';
  for (let i = 0; i < parts.length; i++) text += `${parts[i]}`;
  return text;
}

function needNode(value, method) {
  if (!isNode(value)) throw new TypeError(`Failed to execute '${method}' on 'Document': parameter 1 is not of type 'Node'.`);
}

function initDocument(document) {
  initNode(document, DOCUMENT_NODE, null, {
    nodeName: '#document',
    // Whether it is the document of the window, from which events go on to the window.
    isOfWindow: false,
    readyState: 'complete',
    characterSet: 'UTF-8',
    currentScript: null,
    // The parser that fills it, while there is one.
    parser: null,
  });
  return document;
}

function createDocument() {
  return initDocument(makeNode(HTMLDocument));
}

module.exports = { Document, HTMLDocument, createDocument };
