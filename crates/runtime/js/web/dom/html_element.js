// HTMLElement: what every element of a page can do.
'use strict';

const {
  ObjectDefineProperty, StringPrototypeSlice, StringPrototypeStartsWith, SymbolToStringTag, globalThis,
} = primordials;

const { stateOf } = require('web/dom/node_state');
const { setOf } = require('web/dom/names');
const { Element, setAttribute } = require('web/dom/element');
const { reflectBoolean, reflectNumber, reflectString } = require('web/dom/reflection');
const { GLOBAL_HANDLERS, defineHandlers, setHandlerText } = require('web/dom/handlers');
const { dispatchTo } = require('web/dom/dispatch');

const handlerNames = setOf(GLOBAL_HANDLERS);

// Names of attributes that are handlers: the event's type, or undefined.
function handlerType(name, names = handlerNames) {
  if (!StringPrototypeStartsWith(name, 'on')) return undefined;
  const type = StringPrototypeSlice(name, 2);
  return names.has(type) ? type : undefined;
}

function attributeChanged(element, name, _old, value) {
  const type = handlerType(name);
  if (type !== undefined) setHandlerText(element, type, value, element);
}

class HTMLElement extends Element {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() { super(); }

  get style() { return stateOf(this).style ??= require('web/dom/style').createStyle(this); }
  set style(value) { setAttribute(this, 'style', `${value}`); }
  get dataset() { return stateOf(this).dataset ??= require('web/dom/dataset').createDataset(this); }

  get innerText() { return this.textContent; }
  set innerText(value) { this.textContent = value; }

  // There is no layout: nothing has a size.
  get offsetWidth() { return 0; }
  get offsetHeight() { return 0; }
  get offsetTop() { return 0; }
  get offsetLeft() { return 0; }

  // Dispatches at once, as part of the script that calls it.
  click() {
    const state = stateOf(this);
    if (state.isClicking || isDisabled(this)) return;
    state.isClicking = true;
    const { PointerEvent } = require('web/dom/events');
    dispatchTo(this, new PointerEvent('click', {
      __proto__: null, bubbles: true, cancelable: true, composed: true, view: globalThis, pointerId: -1,
    }));
    state.isClicking = false;
  }

  focus() {
    require('web/dom/focus').focus(this);
  }

  blur() {
    require('web/dom/focus').blur(this);
  }
}
ObjectDefineProperty(HTMLElement.prototype, SymbolToStringTag, { __proto__: null, value: 'HTMLElement', configurable: true });
reflectString(HTMLElement.prototype, 'title');
reflectString(HTMLElement.prototype, 'lang');
reflectString(HTMLElement.prototype, 'dir');
reflectString(HTMLElement.prototype, 'accessKey', 'accesskey');
reflectBoolean(HTMLElement.prototype, 'hidden');
reflectNumber(HTMLElement.prototype, 'tabIndex', 'tabindex', -1);
defineHandlers(HTMLElement.prototype, GLOBAL_HANDLERS);

const DISABLEABLE = setOf(['button', 'fieldset', 'input', 'optgroup', 'option', 'select', 'textarea']);

function isDisabled(element) {
  const { localName, attributes } = stateOf(element);
  return DISABLEABLE.has(localName) && attributes.has('disabled');
}

// The nearest ancestor of a name, or null.
function ancestorNamed(element, localName) {
  for (let at = stateOf(element).parent; at !== null; at = stateOf(at).parent) {
    if (stateOf(at).localName === localName) return at;
  }
  return null;
}

module.exports = { HTMLElement, ancestorNamed, attributeChanged, handlerType, isDisabled };
