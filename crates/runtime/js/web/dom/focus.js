// Which element has the focus, and the events when it moves. Only scripts move it: there is no keyboard here.
'use strict';

const { stateOf } = require('web/dom/node_state');
const { setOf } = require('web/dom/names');
const { fire } = require('web/dom/event_target');
const { FocusEvent } = require('web/dom/events');
const { isConnected } = require('web/dom/tree');
const { isDisabled } = require('web/dom/html_element');

const FOCUSABLE = setOf(['button', 'input', 'select', 'textarea']);

let focused = null;

function isFocusable(element) {
  const { localName, attributes } = stateOf(element);
  if (!isConnected(element) || isDisabled(element)) return false;
  return FOCUSABLE.has(localName) || attributes.has('tabindex') || (localName === 'a' && attributes.has('href'));
}

function tell(element, type, bubbles, relatedTarget) {
  fire(element, new FocusEvent(type, { __proto__: null, bubbles, composed: true, relatedTarget }));
}

function move(element) {
  const old = focused;
  if (old === element) return;
  focused = element;
  if (old !== null) {
    tell(old, 'blur', false, element);
    tell(old, 'focusout', true, element);
  }
  if (element !== null && focused === element) {
    tell(element, 'focus', false, old);
    tell(element, 'focusin', true, old);
  }
}

function focus(element) {
  if (isFocusable(element)) move(element);
}

function blur(element) {
  if (focused === element) move(null);
}

// The body when nothing has it, or when what had it left the document.
function activeElement(document) {
  return focused !== null && isConnected(focused) ? focused : document.body;
}

module.exports = { activeElement, blur, focus };
