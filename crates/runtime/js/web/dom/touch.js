// Touches: where fingers are on a screen. There is none here, so events of them are only a program's own.
'use strict';

const { ArrayIsArray, ArrayPrototypePush, Number, ObjectDefineProperties, ObjectDefineProperty, SymbolToStringTag, TypeError } = primordials;

const { UIEvent } = require('web/dom/events');
const { makeSlot } = require('web/dom/slots');

const kConstruct = {};
const touchSlot = makeSlot();
const listSlot = makeSlot();
const eventSlot = makeSlot();

const NUMBERS = ['clientX', 'clientY', 'screenX', 'screenY', 'pageX', 'pageY', 'radiusX', 'radiusY', 'rotationAngle', 'force'];
const MODIFIERS = ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'];
const LISTS = ['touches', 'targetTouches', 'changedTouches'];

class Touch {
  constructor(init) {
    if (init === null || typeof init !== 'object' || init.identifier === undefined || init.target === undefined) {
      throw new TypeError("Failed to construct 'Touch': required members identifier and target are missing.");
    }
    const fields = { __proto__: null, identifier: init.identifier | 0, target: init.target };
    for (let i = 0; i < NUMBERS.length; i++) {
      const value = init[NUMBERS[i]];
      fields[NUMBERS[i]] = value === undefined ? 0 : Number(value);
    }
    touchSlot.give(this, fields);
  }
}

class TouchList {
  constructor(key, touches) {
    if (key !== kConstruct) throw new TypeError('Illegal constructor');
    listSlot.give(this, touches);
    for (let i = 0; i < touches.length; i++) {
      ObjectDefineProperty(this, i, { __proto__: null, value: touches[i], enumerable: true, configurable: true });
    }
  }

  get length() { return listSlot.of(this).length; }
  item(index) { return listSlot.of(this)[index >>> 0] ?? null; }
}

class TouchEvent extends UIEvent {
  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new TypeError("Failed to construct 'TouchEvent': 1 argument required, but only 0 present.");
    super(type, options);
    const fields = { __proto__: null };
    for (let i = 0; i < MODIFIERS.length; i++) fields[MODIFIERS[i]] = !!options?.[MODIFIERS[i]];
    for (let i = 0; i < LISTS.length; i++) fields[LISTS[i]] = readList(options?.[LISTS[i]]);
    eventSlot.give(this, fields);
  }
}

function readList(given) {
  const touches = [];
  if (given !== undefined) {
    if (!ArrayIsArray(given)) throw new TypeError("Failed to construct 'TouchEvent': The provided value cannot be converted to a sequence.");
    for (let i = 0; i < given.length; i++) {
      touchSlot.of(given[i]);
      ArrayPrototypePush(touches, given[i]);
    }
  }
  return new TouchList(kConstruct, touches);
}

function describe(Class, slot, names) {
  const members = { __proto__: null, [SymbolToStringTag]: { __proto__: null, value: Class.name, configurable: true } };
  for (let i = 0; i < names.length; i++) {
    members[names[i]] = { __proto__: null, enumerable: true, configurable: true, get() { return slot.of(this)[names[i]]; } };
  }
  ObjectDefineProperties(Class.prototype, members);
}

describe(Touch, touchSlot, ['identifier', 'target']);
describe(Touch, touchSlot, NUMBERS);
describe(TouchEvent, eventSlot, MODIFIERS);
describe(TouchEvent, eventSlot, LISTS);
describe(TouchList, listSlot, []);
ObjectDefineProperties(TouchList.prototype, { length: { __proto__: null, enumerable: true }, item: { __proto__: null, enumerable: true } });

module.exports = { Touch, TouchEvent, TouchList };
