// CharacterData, Text, Comment and ProcessingInstruction: nodes that are only text.
'use strict';

const { ObjectDefineProperties, StringPrototypeSlice, SymbolToStringTag, TypeError } = primordials;

const {
  COMMENT_NODE, PROCESSING_INSTRUCTION_NODE, TEXT_NODE, initNode, pageDocument, stateOf,
} = require('web/dom/node_state');
const { Node, makeNode } = require('web/dom/node');
const { childNode, mix, siblings } = require('web/dom/mixins');
const { queueDataRecord } = require('web/dom/mutation_records');
const { DOMException } = require('internal/errors/dom_exception');
const tree = require('web/dom/tree');

function replaceData(node, offset, count, text) {
  const state = stateOf(node);
  const { data } = state;
  if (offset > data.length) {
    throw new DOMException(`The offset ${offset} is greater than the node's length (${data.length}).`, 'IndexSizeError');
  }
  queueDataRecord(node, data);
  state.data = StringPrototypeSlice(data, 0, offset) + text + StringPrototypeSlice(data, offset + count);
  if (state.parent !== null) stateOf(state.parent).childrenChanged?.(state.parent);
}

class CharacterData extends Node {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() { super(); }

  get data() { return stateOf(this).data; }
  set data(value) {
    replaceData(this, 0, stateOf(this).data.length, value === null ? '' : `${value}`);
  }

  get length() { return stateOf(this).data.length; }

  substringData(offset, count) {
    return StringPrototypeSlice(stateOf(this).data, offset >>> 0, (offset >>> 0) + (count >>> 0));
  }

  appendData(text) {
    replaceData(this, stateOf(this).data.length, 0, `${text}`);
  }

  insertData(offset, text) {
    replaceData(this, offset >>> 0, 0, `${text}`);
  }

  deleteData(offset, count) {
    replaceData(this, offset >>> 0, count >>> 0, '');
  }

  replaceData(offset, count, text) {
    replaceData(this, offset >>> 0, count >>> 0, `${text}`);
  }
}
mix(CharacterData.prototype, childNode, siblings);

class Text extends CharacterData {
  constructor(text = '') {
    super();
    initText(this, pageDocument(), `${text}`);
  }

  get wholeText() {
    let first = this;
    while (isText(stateOf(first).previous)) first = stateOf(first).previous;
    let text = '';
    for (let at = first; isText(at); at = stateOf(at).next) text += stateOf(at).data;
    return text;
  }

  splitText(offset) {
    const { data, parent, next, document } = stateOf(this);
    const rest = createText(document, StringPrototypeSlice(data, offset >>> 0));
    if (parent !== null) tree.insert(rest, parent, next);
    replaceData(this, offset >>> 0, data.length, '');
    return rest;
  }
}

class Comment extends CharacterData {
  constructor(text = '') {
    super();
    initComment(this, pageDocument(), `${text}`);
  }
}

class ProcessingInstruction extends CharacterData {
  constructor() {
    throw new TypeError('Illegal constructor');
  }

  get target() { return stateOf(this).nodeName; }
}

function isText(node) {
  return node !== null && stateOf(node).type === TEXT_NODE;
}

function initText(node, document, data) {
  initNode(node, TEXT_NODE, document, { data, nodeName: '#text' });
  return node;
}

function initComment(node, document, data) {
  initNode(node, COMMENT_NODE, document, { data, nodeName: '#comment' });
  return node;
}

function createText(document, text) {
  return initText(makeNode(Text), document, text);
}

function createComment(document, text) {
  return initComment(makeNode(Comment), document, text);
}

function createInstruction(document, target, data) {
  const node = makeNode(ProcessingInstruction);
  initNode(node, PROCESSING_INSTRUCTION_NODE, document, { data, nodeName: target });
  return node;
}

const tag = (value) => ({ [SymbolToStringTag]: { __proto__: null, value, configurable: true } });
ObjectDefineProperties(CharacterData.prototype, tag('CharacterData'));
ObjectDefineProperties(Text.prototype, tag('Text'));
ObjectDefineProperties(Comment.prototype, tag('Comment'));
ObjectDefineProperties(ProcessingInstruction.prototype, tag('ProcessingInstruction'));

module.exports = { CharacterData, Comment, ProcessingInstruction, Text, createComment, createInstruction, createText };
