// CSSStyleDeclaration of an element: the `style` attribute, property by property. Nothing is computed and nothing is drawn.
'use strict';

const {
  ArrayPrototypeJoin, ArrayPrototypePush, ObjectDefineProperty, Proxy, ReflectGet, ReflectSet, SafeMap,
  StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase,
  StringPrototypeTrim, StringPrototypeEndsWith, SymbolToStringTag,
} = primordials;

const { stateOf } = require('web/dom/node_state');
const { makeSlot } = require('web/dom/slots');
const { guard, key } = require('web/dom/construction');
const { replaceEach } = require('web/dom/names');

const slot = makeSlot();
const UPPER = /[A-Z]/g;
const IMPORTANT = '!important';

// backgroundColor → background-color; a custom property stays as it is.
function cssName(name) {
  if (name === 'cssFloat') return 'float';
  if (StringPrototypeStartsWith(name, '--')) return name;
  const dashed = replaceEach(name, UPPER, (match) => `-${StringPrototypeToLowerCase(match[0])}`);
  return StringPrototypeStartsWith(dashed, 'webkit-') ? `-${dashed}` : dashed;
}

function read(element) {
  const declarations = new SafeMap();
  const parts = StringPrototypeSplit(stateOf(element).attributes.get('style') ?? '', ';');
  for (let i = 0; i < parts.length; i++) {
    const colon = StringPrototypeIndexOf(parts[i], ':');
    if (colon === -1) continue;
    const name = StringPrototypeTrim(StringPrototypeSlice(parts[i], 0, colon));
    const value = StringPrototypeTrim(StringPrototypeSlice(parts[i], colon + 1));
    if (name !== '' && value !== '') declarations.set(StringPrototypeStartsWith(name, '--') ? name : StringPrototypeToLowerCase(name), value);
  }
  return declarations;
}

function textOf(declarations) {
  const parts = [];
  declarations.forEach((value, name) => ArrayPrototypePush(parts, `${name}: ${value};`));
  return ArrayPrototypeJoin(parts, ' ');
}

function write(element, declarations) {
  require('web/dom/element').setAttribute(element, 'style', textOf(declarations));
}

function plain(value) {
  if (value === undefined) return '';
  return StringPrototypeEndsWith(value, IMPORTANT) ?
    StringPrototypeTrim(StringPrototypeSlice(value, 0, value.length - IMPORTANT.length)) : value;
}

function setProperty(element, name, value, isImportant) {
  const declarations = read(element);
  if (value === '') {
    if (!declarations.delete(name)) return;
  } else {
    declarations.set(name, isImportant ? `${value} ${IMPORTANT}` : value);
  }
  write(element, declarations);
}

class CSSStyleDeclaration {
  constructor(given) {
    guard(given);
  }

  get cssText() { return textOf(read(slot.of(this))); }
  set cssText(value) {
    require('web/dom/element').setAttribute(slot.of(this), 'style', `${value}`);
  }

  get length() { return read(slot.of(this)).size; }

  item(index) {
    const names = [];
    read(slot.of(this)).forEach((_value, name) => ArrayPrototypePush(names, name));
    return names[index >>> 0] ?? '';
  }

  getPropertyValue(name) {
    return plain(read(slot.of(this)).get(`${name}`));
  }

  getPropertyPriority(name) {
    return StringPrototypeEndsWith(read(slot.of(this)).get(`${name}`) ?? '', IMPORTANT) ? 'important' : '';
  }

  setProperty(name, value, priority = '') {
    setProperty(slot.of(this), `${name}`, value === null ? '' : `${value}`, priority === 'important');
  }

  removeProperty(name) {
    const old = this.getPropertyValue(name);
    setProperty(slot.of(this), `${name}`, '', false);
    return old;
  }
}
ObjectDefineProperty(CSSStyleDeclaration.prototype, SymbolToStringTag, {
  __proto__: null, value: 'CSSStyleDeclaration', configurable: true,
});

function createStyle(element) {
  const style = new Proxy(new CSSStyleDeclaration(key), {
    __proto__: null,
    get(target, name, receiver) {
      if (typeof name !== 'string' || name in target) return ReflectGet(target, name, receiver);
      return +name >= 0 ? receiver.item(+name) : plain(read(element).get(cssName(name)));
    },
    set(target, name, value, receiver) {
      if (typeof name !== 'string' || name in target) return ReflectSet(target, name, value, receiver);
      setProperty(element, cssName(name), value === null ? '' : `${value}`, false);
      return true;
    },
    has: (target, name) => name in target || read(element).has(cssName(`${name}`)),
  });
  slot.give(style, element);
  return style;
}

module.exports = { CSSStyleDeclaration, createStyle };
