// Properties that mirror an attribute: what is written to one is read from the other.
'use strict';

const { MathTrunc, NumberIsNaN, ObjectDefineProperty } = primordials;

const { stateOf } = require('web/dom/node_state');
const { removeAttribute, setAttribute } = require('web/dom/element');

function define(prototype, name, get, set) {
  ObjectDefineProperty(prototype, name, { __proto__: null, get, set, configurable: true, enumerable: true });
}

function reflectString(prototype, name, attribute = name, byDefault = '') {
  define(prototype, name,
    function get() { return stateOf(this).attributes.get(attribute) ?? byDefault; },
    function set(value) { setAttribute(this, attribute, `${value}`); });
}

// True while the attribute is there.
function reflectBoolean(prototype, name, attribute = name) {
  define(prototype, name,
    function get() { return stateOf(this).attributes.has(attribute); },
    function set(value) {
      if (value) setAttribute(this, attribute, '');
      else removeAttribute(this, attribute);
    });
}

function reflectNumber(prototype, name, attribute = name, byDefault = 0) {
  define(prototype, name,
    function get() {
      const text = stateOf(this).attributes.get(attribute);
      const number = text === undefined ? byDefault : MathTrunc(+text);
      return NumberIsNaN(number) ? byDefault : number;
    },
    function set(value) { setAttribute(this, attribute, `${MathTrunc(+value) || 0}`); });
}

// Read as a whole address; what is no address is read as it was written.
function reflectUrl(prototype, name, attribute = name) {
  define(prototype, name,
    function get() {
      const text = stateOf(this).attributes.get(attribute);
      if (text === undefined) return '';
      return require('web/fetch/address').resolveInPage(text) ?? text;
    },
    function set(value) { setAttribute(this, attribute, `${value}`); });
}

module.exports = { reflectBoolean, reflectNumber, reflectString, reflectUrl };
