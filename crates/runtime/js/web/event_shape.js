// What a program can see of the class Event before it makes one: the phases and which members are enumerable.
'use strict';

const { ObjectDefineProperties, SymbolToStringTag } = primordials;

const NONE = 0;
const CAPTURING_PHASE = 1;
const AT_TARGET = 2;
const BUBBLING_PHASE = 3;

const constant = (value) => ({ __proto__: null, value, enumerable: true });
const phases = {
  NONE: constant(NONE),
  CAPTURING_PHASE: constant(CAPTURING_PHASE),
  AT_TARGET: constant(AT_TARGET),
  BUBBLING_PHASE: constant(BUBBLING_PHASE),
};

const MEMBERS = [
  'initEvent', 'composedPath', 'stopPropagation', 'stopImmediatePropagation', 'preventDefault', 'type', 'target',
  'srcElement', 'currentTarget', 'eventPhase', 'bubbles', 'cancelable', 'composed', 'defaultPrevented', 'timeStamp',
  'returnValue', 'cancelBubble',
];

function shapeEvent(Event, more) {
  const properties = { [SymbolToStringTag]: { __proto__: null, value: 'Event', configurable: true }, ...more };
  for (let i = 0; i < MEMBERS.length; i++) properties[MEMBERS[i]] = { __proto__: null, enumerable: true };
  ObjectDefineProperties(Event, phases);
  ObjectDefineProperties(Event.prototype, properties);
}

module.exports = { AT_TARGET, BUBBLING_PHASE, CAPTURING_PHASE, NONE, phases, shapeEvent };
