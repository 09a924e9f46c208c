// The window: the global object of a page, which is also an event target.
//
// The engine's global object inherits from Object.prototype and nothing can change that, so what a browser has on
// Window.prototype and EventTarget.prototype stands on the object itself, and `instanceof` is told about it.
'use strict';

const {
  FunctionPrototypeSymbolHasInstance, ObjectDefineProperties, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, SymbolHasInstance, SymbolToStringTag, TypeError,
  globalThis,
} = primordials;
const { EventTarget, initEventTarget } = require('web/dom/event_target');
const { GLOBAL_HANDLERS, WINDOW_HANDLERS, defineHandlers } = require('web/dom/handlers');

const WIDTH_PX = 800;
const HEIGHT_PX = 600;

class Window {
  constructor() {
    throw new TypeError("Failed to construct 'Window': Illegal constructor");
  }

  static [SymbolHasInstance](value) {
    return value === globalThis;
  }
}
ObjectDefineProperty(Window.prototype, SymbolToStringTag, { __proto__: null, value: 'Window', configurable: true });

function hidden(name, value) {
  ObjectDefineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
}

function method(name) {
  ObjectDefineProperty(globalThis, name, {
    __proto__: null, value: EventTarget.prototype[name], writable: true, configurable: true, enumerable: true,
  });
}

// Defines a property by the accessors of a literal, which name themselves.
function accessor(literal, name, configurable = true) {
  ObjectDefineProperty(globalThis, name, { ...ObjectGetOwnPropertyDescriptor(literal, name), __proto__: null, configurable, enumerable: true });
}

// A value that a script may replace by assigning to it.
function replaceable(name, value) {
  replaceableBy(name, () => value);
}

function replaceableBy(name, read) {
  accessor({
    get [name]() { return read(); },
    set [name](replacement) {
      ObjectDefineProperty(globalThis, name, {
        __proto__: null, value: replacement, writable: true, configurable: true, enumerable: true,
      });
    },
  }, name);
}

function readOnly(name, value, configurable = true) {
  accessor({ get [name]() { return value; } }, name, configurable);
}

// A property that is always a string: `var name = 1` in a script makes it '1'.
function replaceableAll(names, value) {
  for (let i = 0; i < names.length; i++) replaceable(names[i], value);
}

function text(name) {
  let value = '';
  accessor({
    get [name]() { return value; },
    set [name](replacement) { value = `${replacement}`; },
  }, name);
}

function install() {
  initEventTarget(globalThis);
  ObjectDefineProperty(EventTarget, SymbolHasInstance, {
    __proto__: null,
    value(value) {
      return (this === EventTarget && value === globalThis) || FunctionPrototypeSymbolHasInstance(this, value);
    },
  });
  ObjectDefineProperties(globalThis, {
    [SymbolToStringTag]: { __proto__: null, value: 'Window', configurable: true },
    constructor: { __proto__: null, value: Window, writable: true, configurable: true },
  });
  hidden('Window', Window);
  method('addEventListener');
  method('removeEventListener');
  method('dispatchEvent');
  defineHandlers(globalThis, GLOBAL_HANDLERS);
  defineHandlers(globalThis, WINDOW_HANDLERS);

  const place = require('web/window/place');
  readOnly('window', globalThis, false);
  accessor({ get top() { return place.isGone ? null : place.top; } }, 'top', false);
  replaceableAll(['self', 'frames'], globalThis);
  replaceableBy('parent', () => (place.isGone ? null : place.parent));
  accessor({ get frameElement() { return place.frameElement; } }, 'frameElement');
  replaceableBy('length', () => require('web/dom/frames').count());
  replaceableAll(['innerWidth', 'outerWidth'], WIDTH_PX);
  replaceableAll(['innerHeight', 'outerHeight'], HEIGHT_PX);
  replaceableAll(['screenX', 'screenY', 'scrollX', 'scrollY', 'pageXOffset', 'pageYOffset'], 0);
  replaceable('devicePixelRatio', 1);
  accessor({ get closed() { return place.isGone; } }, 'closed');
  readOnly('isSecureContext', true);
  readOnly('crossOriginIsolated', require('web/window/clock').isIsolated);
  text('name');
  text('status');
  ObjectDefineProperty(globalThis, 'opener', { __proto__: null, value: null, writable: true, configurable: true, enumerable: true });
}

module.exports = { Window, install };
