// Nodes as markup: innerHTML, outerHTML, and how a node is shown on the console.
'use strict';

const {
  COMMENT_NODE, DOCUMENT_NODE, DOCUMENT_TYPE_NODE, ELEMENT_NODE, PROCESSING_INSTRUCTION_NODE, TEXT_NODE, isElement, stateOf,
} = require('web/dom/node_state');
const { replaceEach, setOf } = require('web/dom/names');

const VOID_ELEMENTS = setOf([
  'area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr',
]);
// Elements whose text is not markup.
const RAW_ELEMENTS = setOf(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']);

const IN_TEXT = /[&<>\u00a0]/g;
const IN_VALUE = /[&<>"\u00a0]/g;
const ENTITIES = { '__proto__': null, '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' };
const entityOf = (match) => ENTITIES[match[0]];

function startTag(node) {
  const { qualifiedName, attributes } = stateOf(node);
  let tag = `<${qualifiedName}`;
  attributes.forEach((value, name) => {
    tag += ` ${name}="${replaceEach(value, IN_VALUE, entityOf)}"`;
  });
  return `${tag}>`;
}

function outerMarkup(node) {
  const { type, data, nodeName, parent } = stateOf(node);
  switch (type) {
    case TEXT_NODE: {
      const isRaw = parent !== null && isElement(parent) && RAW_ELEMENTS.has(stateOf(parent).localName);
      return isRaw ? data : replaceEach(data, IN_TEXT, entityOf);
    }
    case COMMENT_NODE:
      return `<!--${data}-->`;
    case PROCESSING_INSTRUCTION_NODE:
      return `<?${nodeName} ${data}>`;
    case DOCUMENT_TYPE_NODE:
      return `<!DOCTYPE ${nodeName}>`;
    case ELEMENT_NODE: {
      const { localName, qualifiedName } = stateOf(node);
      const tag = startTag(node);
      return VOID_ELEMENTS.has(localName) ? tag : `${tag}${innerMarkup(node)}</${qualifiedName}>`;
    }
    default:
      return innerMarkup(node);
  }
}

function innerMarkup(node) {
  const { content } = stateOf(node);
  let markup = '';
  for (let at = stateOf(content ?? node).first; at !== null; at = stateOf(at).next) markup += outerMarkup(at);
  return markup;
}

// For console.log: a document by its address, an element by its tag and how much is inside.
function describe(node, depth, options) {
  const { type, data, first, localName, qualifiedName } = stateOf(node);
  if (type === DOCUMENT_NODE) return `#document (${require('web/window/location').href()})`;
  if (type === TEXT_NODE) return `#text ${options.stylize(`'${data}'`, 'string')}`;
  if (type !== ELEMENT_NODE) return type === COMMENT_NODE || type === DOCUMENT_TYPE_NODE ? outerMarkup(node) : `#${node.constructor.name}`;
  if (VOID_ELEMENTS.has(localName)) return startTag(node);
  if (first === null) return `${startTag(node)}</${qualifiedName}>`;
  return `${startTag(node)}…</${qualifiedName}>`;
}

module.exports = { RAW_ELEMENTS, VOID_ELEMENTS, describe, innerMarkup, outerMarkup };
