// Element: a name, attributes, and what markup can be made of it.
'use strict';

const {
  ArrayPrototypePush, ObjectDefineProperty, RegExpPrototypeExec, SafeMap, StringPrototypeIndexOf, StringPrototypeSlice, SymbolToStringTag,
} = primordials;

const { ELEMENT_NODE, initNode, isElement, stateOf } = require('web/dom/node_state');
const { Node, makeNode } = require('web/dom/node');
const { childNode, finders, mix, parentNode, siblings } = require('web/dom/mixins');
const { HTML_NAMESPACE, asciiLower, asciiUpper } = require('web/dom/names');
const { illegal } = require('web/dom/construction');
const { nameChanged } = require('web/dom/named_access');
const { queueAttributeRecord } = require('web/dom/mutation_records');
const { DOMException } = require('internal/errors/dom_exception');
const tree = require('web/dom/tree');

const NAME = /^[A-Za-z_:\u0080-\uffff][^\s/>=\0]*$/;

function checkName(name) {
  if (RegExpPrototypeExec(NAME, name) === null) {
    throw new DOMException(`The name provided ('${name}') is not a valid name.`, 'InvalidCharacterError');
  }
}

function attributeName(element, name) {
  return stateOf(element).isHtml ? asciiLower(`${name}`) : `${name}`;
}

// The record tells of the old value; what the element makes of the new one comes after it.
function setAttribute(element, name, value) {
  const { attributes, attributeChanged } = stateOf(element);
  const old = attributes.get(name) ?? null;
  queueAttributeRecord(element, name, old);
  attributes.set(name, value);
  if (name === 'id' || name === 'name') nameChanged(element, name, old, value);
  attributeChanged?.(element, name, old, value);
}

function removeAttribute(element, name) {
  const { attributes, attributeChanged } = stateOf(element);
  const old = attributes.get(name);
  if (old === undefined) return;
  queueAttributeRecord(element, name, old);
  attributes.delete(name);
  if (name === 'id' || name === 'name') nameChanged(element, name, old, null);
  attributeChanged?.(element, name, old, null);
}

class Element extends Node {
  constructor() {
    illegal();
  }

  get tagName() { return stateOf(this).nodeName; }
  get localName() { return stateOf(this).localName; }
  get prefix() { return stateOf(this).prefix; }
  get namespaceURI() { return stateOf(this).namespaceURI; }

  get id() { return stateOf(this).attributes.get('id') ?? ''; }
  set id(value) { setAttribute(this, 'id', `${value}`); }
  get className() { return stateOf(this).attributes.get('class') ?? ''; }
  set className(value) { setAttribute(this, 'class', `${value}`); }
  get slot() { return stateOf(this).attributes.get('slot') ?? ''; }
  set slot(value) { setAttribute(this, 'slot', `${value}`); }

  get classList() { return stateOf(this).classList ??= require('web/dom/token_list').createTokenList(this, 'class'); }
  set classList(value) { setAttribute(this, 'class', `${value}`); }
  get attributes() { return stateOf(this).attributeMap ??= require('web/dom/attributes').createAttributeMap(this); }

  getAttribute(name) {
    return stateOf(this).attributes.get(attributeName(this, name)) ?? null;
  }

  getAttributeNames() {
    const names = [];
    stateOf(this).attributes.forEach((_value, name) => ArrayPrototypePush(names, name));
    return names;
  }

  setAttribute(name, value) {
    const wanted = attributeName(this, name);
    checkName(wanted);
    setAttribute(this, wanted, `${value}`);
  }

  hasAttribute(name) {
    return stateOf(this).attributes.has(attributeName(this, name));
  }

  hasAttributes() {
    return stateOf(this).attributes.size > 0;
  }

  removeAttribute(name) {
    removeAttribute(this, attributeName(this, name));
  }

  toggleAttribute(name, force = undefined) {
    const wanted = attributeName(this, name);
    checkName(wanted);
    const isThere = stateOf(this).attributes.has(wanted);
    const isToBe = force === undefined ? !isThere : !!force;
    if (isToBe && !isThere) setAttribute(this, wanted, '');
    else if (!isToBe && isThere) removeAttribute(this, wanted);
    return isToBe;
  }

  getAttributeNode(name) {
    return require('web/dom/attributes').attributeNode(this, attributeName(this, name));
  }

  // Attributes are kept by their whole name; a namespace is accepted and not looked at.
  getAttributeNS(_namespace, name) {
    return stateOf(this).attributes.get(`${name}`) ?? null;
  }

  setAttributeNS(_namespace, name, value) {
    checkName(`${name}`);
    setAttribute(this, `${name}`, `${value}`);
  }

  hasAttributeNS(_namespace, name) {
    return stateOf(this).attributes.has(`${name}`);
  }

  removeAttributeNS(_namespace, name) {
    removeAttribute(this, `${name}`);
  }

  matches(selectors) {
    stateOf(this);
    return require('web/dom/selectors').matches(this, `${selectors}`);
  }

  closest(selectors) {
    const isMatch = require('web/dom/selectors').compile(`${selectors}`);
    for (let at = this; at !== null && isElement(at); at = stateOf(at).parent) if (isMatch(at, this)) return at;
    return null;
  }

  get innerHTML() { return require('web/dom/serializer').innerMarkup(this); }
  set innerHTML(value) {
    const { parseFragment } = require('web/dom/html/fragment');
    const fragment = parseFragment(value === null ? '' : `${value}`, this);
    tree.replaceAll(fragment, stateOf(this).content ?? this);
  }

  get outerHTML() { return require('web/dom/serializer').outerMarkup(this); }
  set outerHTML(value) {
    const { parent } = stateOf(this);
    if (parent === null) return;
    const { parseFragment } = require('web/dom/html/fragment');
    tree.replace(parseFragment(`${value}`, isElement(parent) ? parent : this), this, parent);
  }

  insertAdjacentHTML(position, text) {
    const { parseFragment } = require('web/dom/html/fragment');
    const where = asciiLower(`${position}`);
    const isOutside = where === 'beforebegin' || where === 'afterend';
    const { parent } = stateOf(this);
    if (isOutside && (parent === null || !isElement(parent))) {
      throw new DOMException('The element has no parent.', 'NoModificationAllowedError');
    }
    insertAdjacent(this, where, parseFragment(`${text}`, isOutside ? parent : this));
  }

  insertAdjacentElement(position, element) {
    return insertAdjacent(this, asciiLower(`${position}`), element);
  }

  insertAdjacentText(position, text) {
    const { createText } = require('web/dom/character_data');
    insertAdjacent(this, asciiLower(`${position}`), createText(stateOf(this).document, `${text}`));
  }

  // There is no layout: nothing is anywhere.
  getBoundingClientRect() {
    return { x: 0, y: 0, width: 0, height: 0, top: 0, right: 0, bottom: 0, left: 0 };
  }
}
mix(Element.prototype, parentNode, childNode, siblings, finders);
ObjectDefineProperty(Element.prototype, SymbolToStringTag, { __proto__: null, value: 'Element', configurable: true });

function insertAdjacent(element, where, node) {
  const { parent, first, next } = stateOf(element);
  switch (where) {
    case 'beforebegin':
      return parent === null ? null : tree.insertBefore(node, parent, element);
    case 'afterbegin':
      return tree.insertBefore(node, element, first);
    case 'beforeend':
      return tree.insertBefore(node, element, null);
    case 'afterend':
      return parent === null ? null : tree.insertBefore(node, parent, next);
    default:
      throw new DOMException(`The value provided ('${where}') is not one of 'beforeBegin', 'afterBegin', 'beforeEnd', or 'afterEnd'.`, 'SyntaxError');
  }
}

// Makes an element of the class that its name has.
function createElement(document, localName, namespaceURI = HTML_NAMESPACE, prefix = null) {
  const isHtml = namespaceURI === HTML_NAMESPACE;
  const qualifiedName = prefix === null ? localName : `${prefix}:${localName}`;
  const kind = isHtml ? require('web/dom/html_elements').kindOf(localName) : undefined;
  const element = makeNode(kind?.Class ?? Element);
  const state = initNode(element, ELEMENT_NODE, document, {
    attributes: new SafeMap(),
    attributeChanged: undefined,
    isHtml,
    localName,
    namespaceURI,
    nodeName: isHtml ? asciiUpper(qualifiedName) : qualifiedName,
    prefix,
    qualifiedName,
  });
  kind?.init(element, state);
  return element;
}

function createElementByName(document, name) {
  checkName(name);
  return createElement(document, asciiLower(name));
}

function createElementNS(document, namespaceURI, name) {
  checkName(name);
  const colon = StringPrototypeIndexOf(name, ':');
  if (colon === -1) return createElement(document, name, namespaceURI);
  return createElement(document, StringPrototypeSlice(name, colon + 1), namespaceURI, StringPrototypeSlice(name, 0, colon));
}

module.exports = { checkName, Element, createElement, createElementByName, createElementNS, removeAttribute, setAttribute };
