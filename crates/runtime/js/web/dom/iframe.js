// HTMLIFrameElement: the element that shows a frame. The frame itself is web/dom/frames.
'use strict';

const { ObjectDefineProperties, SymbolToStringTag } = primordials;

const { HTMLElement, attributeChanged } = require('web/dom/html_element');
const { reflectString, reflectUrl } = require('web/dom/reflection');
const { stateOf } = require('web/dom/node_state');

function frames() {
  return require('web/dom/frames');
}

class HTMLIFrameElement extends HTMLElement {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() { super(); }

  get contentWindow() { return frames().windowOf(this); }
  get contentDocument() { return frames().documentOf(this); }
}
ObjectDefineProperties(HTMLIFrameElement.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'HTMLIFrameElement', configurable: true },
  contentWindow: { __proto__: null, enumerable: true },
  contentDocument: { __proto__: null, enumerable: true },
});
reflectUrl(HTMLIFrameElement.prototype, 'src');
reflectString(HTMLIFrameElement.prototype, 'srcdoc');
reflectString(HTMLIFrameElement.prototype, 'name');
reflectString(HTMLIFrameElement.prototype, 'width');
reflectString(HTMLIFrameElement.prototype, 'height');

function frameAttributeChanged(element, name, old, value) {
  attributeChanged(element, name, old, value);
  const isShown = name === 'srcdoc' || (name === 'src' && !stateOf(element).attributes.has('srcdoc'));
  if (isShown && value !== null) frames().changed(element);
}

function init(state) {
  state.attributeChanged = frameAttributeChanged;
  state.inserted = (element) => frames().inserted(element);
  state.removed = (element) => frames().removed(element);
}

module.exports = { HTMLIFrameElement, init };
