// The classes of events that a page knows, made from their dictionaries.
'use strict';

const { Event, defineEventClass, dispatch } = require('web/dom/event');

const modifiers = {
  __proto__: null, ctrlKey: false, shiftKey: false, altKey: false, metaKey: false,
};
const pointed = {
  __proto__: null, ...modifiers, screenX: 0, screenY: 0, clientX: 0, clientY: 0, button: 0, buttons: 0, relatedTarget: null,
};

const CustomEvent = defineEventClass('CustomEvent', Event, { __proto__: null, detail: null }, {
  __proto__: null, method: 'initCustomEvent', keys: ['detail'],
});
const UIEvent = defineEventClass('UIEvent', Event, { __proto__: null, view: null, detail: 0, which: 0 }, {
  __proto__: null, method: 'initUIEvent', keys: ['view', 'detail'],
});
const FocusEvent = defineEventClass('FocusEvent', UIEvent, { __proto__: null, relatedTarget: null });
const MouseEvent = defineEventClass('MouseEvent', UIEvent, pointed, {
  __proto__: null,
  method: 'initMouseEvent',
  keys: [
    'view', 'detail', 'screenX', 'screenY', 'clientX', 'clientY', 'ctrlKey', 'altKey', 'shiftKey', 'metaKey', 'button', 'relatedTarget',
  ],
});
const PointerEvent = defineEventClass('PointerEvent', MouseEvent, {
  __proto__: null, pointerId: 0, width: 1, height: 1, pressure: 0, pointerType: '', isPrimary: false,
});
const WheelEvent = defineEventClass('WheelEvent', MouseEvent, {
  __proto__: null, deltaX: 0, deltaY: 0, deltaZ: 0, deltaMode: 0,
});
const KeyboardEvent = defineEventClass('KeyboardEvent', UIEvent, {
  __proto__: null, ...modifiers, key: '', code: '', location: 0, repeat: false, isComposing: false, keyCode: 0, charCode: 0,
}, {
  __proto__: null, method: 'initKeyboardEvent', keys: ['view', 'key', 'location', 'ctrlKey', 'altKey', 'shiftKey', 'metaKey'],
});
const InputEvent = defineEventClass('InputEvent', UIEvent, {
  __proto__: null, data: null, isComposing: false, inputType: '',
});
const CompositionEvent = defineEventClass('CompositionEvent', UIEvent, { __proto__: null, data: '' });
const ErrorEvent = defineEventClass('ErrorEvent', Event, {
  __proto__: null, message: '', filename: '', lineno: 0, colno: 0, error: undefined,
});
const ProgressEvent = defineEventClass('ProgressEvent', Event, {
  __proto__: null, lengthComputable: false, loaded: 0, total: 0,
});
const PromiseRejectionEvent = defineEventClass('PromiseRejectionEvent', Event, {
  __proto__: null, promise: undefined, reason: undefined,
});
const PageTransitionEvent = defineEventClass('PageTransitionEvent', Event, { __proto__: null, persisted: false });
const SubmitEvent = defineEventClass('SubmitEvent', Event, { __proto__: null, submitter: null });

const GamepadEvent = defineEventClass('GamepadEvent', Event, { __proto__: null, gamepad: null });

const classes = {
  __proto__: null,
  CompositionEvent,
  CustomEvent,
  ErrorEvent,
  Event,
  FocusEvent,
  GamepadEvent,
  InputEvent,
  KeyboardEvent,
  MouseEvent,
  PageTransitionEvent,
  PointerEvent,
  ProgressEvent,
  PromiseRejectionEvent,
  SubmitEvent,
  UIEvent,
  WheelEvent,
};

// The names that document.createEvent still takes.
const legacyNames = {
  __proto__: null,
  compositionevent: CompositionEvent,
  customevent: CustomEvent,
  event: Event,
  events: Event,
  htmlevents: Event,
  keyboardevent: KeyboardEvent,
  mouseevent: MouseEvent,
  mouseevents: MouseEvent,
  uievent: UIEvent,
  uievents: UIEvent,
};

// An event that must be given its type by initEvent before it can be dispatched; undefined for an unknown name.
function createLegacyEvent(name) {
  const Class = legacyNames[name];
  if (Class === undefined) return undefined;
  const event = new Class('');
  dispatch.stateOf(event).isInitialized = false;
  return event;
}

const isMouseEvent = (event) => event instanceof MouseEvent;

module.exports = { ...classes, createLegacyEvent, isMouseEvent };
