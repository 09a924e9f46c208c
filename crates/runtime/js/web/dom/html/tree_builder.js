// Builds the tree from tokens: the elements that are implied, those that close each other, and where each node goes.
//
// Meant for pages that people write. Left out of the standard's algorithm: the repair of wrongly nested formatting
// elements, moving what stands between the cells of a table out of it, and the capital letters in names of SVG.
'use strict';

const { ArrayPrototypePop, ArrayPrototypePush, RegExpPrototypeExec, SafeMap, StringPrototypeSlice } = primordials;

const { ELEMENT_NODE, TEXT_NODE, stateOf } = require('web/dom/node_state');
const { createElement, setAttribute } = require('web/dom/element');
const { createComment, createText } = require('web/dom/character_data');
const { createDoctype } = require('web/dom/document_type');
const { RAW_ELEMENTS, VOID_ELEMENTS } = require('web/dom/serializer');
const { HTML_NAMESPACE, SVG_NAMESPACE, setOf } = require('web/dom/names');
const tree = require('web/dom/tree');

const HEAD_ELEMENTS = setOf(['base', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title']);
// Their start closes an open paragraph.
const CLOSES_PARAGRAPH = setOf([
  'address', 'article', 'aside', 'blockquote', 'center', 'details', 'dialog', 'dir', 'div', 'dl', 'fieldset', 'figcaption', 'figure',
  'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hgroup', 'hr', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'search',
  'section', 'summary', 'table', 'ul', 'li', 'dd', 'dt',
]);
// An open element that a start tag of the key closes, looked for up to the fence.
const CLOSES = {
  __proto__: null,
  li: ['li'],
  dd: ['dd', 'dt'],
  dt: ['dd', 'dt'],
  option: ['option'],
  optgroup: ['option', 'optgroup'],
  tr: ['tr', 'td', 'th'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tbody: ['tbody', 'thead', 'tfoot', 'tr', 'td', 'th'],
  tfoot: ['tbody', 'thead', 'tfoot', 'tr', 'td', 'th'],
  thead: ['tbody', 'thead', 'tfoot', 'tr', 'td', 'th'],
};
const FENCES = setOf(['body', 'html', 'table', 'template', 'ul', 'ol', 'dl', 'select', 'button']);
const DECODED_RAW = setOf(['title', 'textarea']);
const SPACE = /^[ \t\n\f\r]*/;

class TreeBuilder {
  // `root` is the document, or the fragment whose context is an element of the name `context`.
  constructor(tokenizer, document, root, context = undefined) {
    this.tokenizer = tokenizer;
    this.document = document;
    this.root = root;
    this.isFragment = context !== undefined;
    this.html = null;
    this.head = null;
    this.body = null;
    this.isHeadOver = false;
    this.isBodyOver = false;
    this.open = [];
    // How many of each name are open: a deep stack is not searched for what is not in it.
    this.openCounts = new SafeMap();
  }

  push(element) {
    const { localName } = stateOf(element);
    ArrayPrototypePush(this.open, element);
    this.openCounts.set(localName, this.countOf(localName) + 1);
  }

  pop() {
    const element = ArrayPrototypePop(this.open);
    const { localName } = stateOf(element);
    this.openCounts.set(localName, this.countOf(localName) - 1);
    return element;
  }

  countOf(name) {
    return this.openCounts.get(name) ?? 0;
  }

  get current() {
    return this.open.length === 0 ? this.root : this.open[this.open.length - 1];
  }

  // Takes one token. Gives the element if it was the end of a script, which then may run.
  take(token) {
    switch (token.kind) {
      case 'text':
        this.text(token.data);
        return undefined;
      case 'start':
        return this.start(token);
      case 'end':
        return this.end(token.name);
      case 'comment':
        tree.insert(createComment(this.document, token.data), this.isFragment || this.html === null ? this.current : this.commentParent(), null);
        return undefined;
      default:
        if (this.html === null && !this.isFragment) tree.insert(createDoctype(this.document, token.name), this.root, null);
        return undefined;
    }
  }

  commentParent() {
    return this.isBodyOver ? this.html : this.current;
  }

  // At the end of the text: what was never written is there all the same.
  finish() {
    if (!this.isFragment) this.needBody();
    this.open = [];
    this.openCounts = new SafeMap();
  }

  add(name, attributes = undefined, namespaceURI = HTML_NAMESPACE, parent = this.current) {
    const element = createElement(this.document, name, namespaceURI);
    attributes?.forEach((value, attribute) => setAttribute(element, attribute, value));
    // A script must know that the parser made it before it enters the document.
    if (name === 'script') stateOf(element).isFromParser = true;
    tree.insert(element, stateOf(parent).content ?? parent, null);
    return element;
  }

  needHtml(attributes = undefined) {
    if (this.html !== null) return;
    this.html = this.add('html', attributes, HTML_NAMESPACE, this.root);
    this.push(this.html);
  }

  needHead(attributes = undefined) {
    this.needHtml();
    if (this.head !== null) return;
    this.head = this.add('head', attributes, HTML_NAMESPACE, this.html);
    this.push(this.head);
  }

  endHead() {
    this.needHead();
    if (this.isHeadOver) return;
    this.isHeadOver = true;
    this.popTo(this.head);
  }

  needBody(attributes = undefined) {
    if (this.body !== null) return;
    this.endHead();
    this.body = this.add('body', attributes, HTML_NAMESPACE, this.html);
    this.push(this.body);
  }

  popTo(element) {
    while (this.open.length > 0 && this.pop() !== element);
  }

  // Spaces before the body stay where they are or are dropped; the first other character begins the body.
  text(data) {
    if (this.isFragment || this.body !== null || this.isInsideHeadElement()) {
      this.insertText(data);
      return;
    }
    const { 0: spaces } = RegExpPrototypeExec(SPACE, data);
    if (spaces !== '' && this.head !== null) this.insertText(spaces);
    if (spaces.length === data.length) return;
    this.needBody();
    this.insertText(StringPrototypeSlice(data, spaces.length));
  }

  isInsideHeadElement() {
    const { current } = this;
    return this.head !== null && current !== this.head && current !== this.html;
  }

  insertText(data) {
    if (data === '') return;
    const parent = stateOf(this.current).content ?? this.current;
    const { last } = stateOf(parent);
    // Text after text is one node: a script may have cut it in two.
    if (last !== null && stateOf(last).type === TEXT_NODE) last.appendData(data);
    else tree.insert(createText(this.document, data), parent, null);
  }

  start(token) {
    const { name, attributes } = token;
    if (!this.isFragment && this.prepare(name, attributes)) return undefined;
    this.closeFor(name);
    const { current } = this;
    const namespaceURI = this.namespaceFor(name, current);
    const element = this.add(name, attributes, namespaceURI);
    const isVoid = namespaceURI === HTML_NAMESPACE ? VOID_ELEMENTS.has(name) : token.isSelfClosing;
    if (isVoid) return undefined;
    this.push(element);
    if (namespaceURI === HTML_NAMESPACE && (RAW_ELEMENTS.has(name) || DECODED_RAW.has(name))) {
      this.tokenizer.startRaw(name, DECODED_RAW.has(name));
    }
    return undefined;
  }

  // The elements that a page has once. True if the tag was one of them.
  prepare(name, attributes) {
    if (name === 'html') {
      if (this.html === null) this.needHtml(attributes);
      else this.merge(this.html, attributes);
      return true;
    }
    if (name === 'head') {
      if (this.head === null) this.needHead(attributes);
      return true;
    }
    if (name === 'body') {
      if (this.body === null) this.needBody(attributes);
      else this.merge(this.body, attributes);
      return true;
    }
    if (this.body !== null || this.isInsideHeadElement()) return false;
    if (!HEAD_ELEMENTS.has(name)) this.needBody();
    else if (this.isHeadOver) this.push(this.head);
    else this.needHead();
    return false;
  }

  merge(element, attributes) {
    attributes.forEach((value, name) => {
      if (!stateOf(element).attributes.has(name)) setAttribute(element, name, value);
    });
  }

  namespaceFor(name, parent) {
    if (name === 'svg') return SVG_NAMESPACE;
    const { type, namespaceURI, localName } = stateOf(parent);
    return type === ELEMENT_NODE && localName !== 'foreignobject' ? namespaceURI : HTML_NAMESPACE;
  }

  closeFor(name) {
    if (CLOSES_PARAGRAPH.has(name)) this.closeIfOpen('p');
    const closed = CLOSES[name];
    if (closed !== undefined) for (let i = 0; i < closed.length; i++) this.closeIfOpen(closed[i]);
    const { localName } = stateOf(this.current);
    if (name === 'tr' && localName === 'table') this.push(this.add('tbody'));
    if ((name === 'td' || name === 'th') && (localName === 'tbody' || localName === 'thead' || localName === 'tfoot')) {
      this.push(this.add('tr'));
    }
  }

  closeIfOpen(name) {
    if (this.countOf(name) === 0) return;
    for (let i = this.open.length - 1; i >= 0; i--) {
      const { localName } = stateOf(this.open[i]);
      if (localName === name) {
        this.popTo(this.open[i]);
        return;
      }
      if (FENCES.has(localName)) return;
    }
  }

  end(name) {
    switch (name) {
      case 'head':
        if (!this.isFragment && this.body === null) this.endHead();
        return undefined;
      case 'body':
      case 'html':
        if (this.isFragment) return undefined;
        this.needBody();
        this.popTo(this.body);
        this.push(this.body);
        this.isBodyOver = true;
        return undefined;
      case 'br':
        return this.start({ name, attributes: undefined, isSelfClosing: false });
      default:
        return this.endElement(name);
    }
  }

  endElement(name) {
    for (let i = this.countOf(name) === 0 ? -1 : this.open.length - 1; i >= 0; i--) {
      const element = this.open[i];
      if (stateOf(element).localName === name) {
        this.popTo(element);
        // A head that was opened again for one element is closed with it.
        if (this.isHeadOver && this.body === null && this.current === this.head) this.pop();
        return name === 'script' ? element : undefined;
      }
      if (element === this.body) break;
    }
    if (name === 'p') {
      if (!this.isFragment) this.needBody();
      this.add('p');
    }
    return undefined;
  }
}

module.exports = { TreeBuilder };
