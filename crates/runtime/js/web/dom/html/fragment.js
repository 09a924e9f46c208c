// Markup that a script gives: innerHTML and its like, and DOMParser. Scripts in it never run.
'use strict';

const { stateOf } = require('web/dom/node_state');
const { createFragment } = require('web/dom/document_fragment');
const { Tokenizer } = require('web/dom/html/tokenizer');
const { TreeBuilder } = require('web/dom/html/tree_builder');
const { RAW_ELEMENTS } = require('web/dom/serializer');

function build(builder, tokenizer) {
  for (let token = tokenizer.next(); token !== undefined; token = tokenizer.next()) {
    const script = builder.take(token);
    if (script !== undefined) stateOf(script).isStarted = true;
  }
  builder.finish();
}

// A fragment with the nodes of the markup, as if they stood in the element `context`.
function parseFragment(text, context) {
  const { document, localName } = stateOf(context);
  const fragment = createFragment(document);
  const tokenizer = new Tokenizer(text);
  if (RAW_ELEMENTS.has(localName)) tokenizer.startRaw(localName, false);
  build(new TreeBuilder(tokenizer, document, fragment, localName), tokenizer);
  return fragment;
}

// Fills an empty document.
function parseInto(document, text) {
  const tokenizer = new Tokenizer(text);
  build(new TreeBuilder(tokenizer, document, document), tokenizer);
  return document;
}

module.exports = { parseFragment, parseInto };
