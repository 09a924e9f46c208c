// Event handlers: the `on…` properties of targets, and the `on…` attributes of elements.
//
// A handler is one more listener. It takes its place among the others when it is first set to something that can be
// called, keeps it while it is replaced, and loses it when it is set to null. The text of an attribute is compiled when
// the handler is first needed, with the element and the document as scopes.
'use strict';

const {
  ArrayPrototypeConcat,
  Function,
  MapPrototypeGet,
  MapPrototypeSet,
  ObjectDefineProperty,
  ReflectApply,
  SafeMap,
  globalThis,
} = primordials;

const { dispatch } = require('web/dom/event');
const { pageDocument } = require('web/dom/node_state');
const { addListener, removeRecord, targetState } = require('web/dom/listeners');

const plainly = { __proto__: null, capture: false, once: false, passive: false, signal: undefined };

// The handlers that elements, documents and windows have.
const GLOBAL_HANDLERS = [
  'abort', 'animationend', 'animationiteration', 'animationstart', 'beforeinput', 'beforetoggle', 'blur', 'cancel',
  'canplay', 'change', 'click', 'close', 'contextmenu', 'copy', 'cut', 'dblclick', 'drag', 'dragend', 'dragenter',
  'dragleave', 'dragover', 'dragstart', 'drop', 'ended', 'error', 'focus', 'formdata', 'input', 'invalid', 'keydown',
  'keypress', 'keyup', 'load', 'loadeddata', 'loadstart', 'mousedown', 'mouseenter', 'mouseleave', 'mousemove',
  'mouseout', 'mouseover', 'mouseup', 'paste', 'pause', 'play', 'playing', 'pointercancel', 'pointerdown',
  'pointerenter', 'pointerleave', 'pointermove', 'pointerout', 'pointerover', 'pointerup', 'progress', 'reset',
  'resize', 'scroll', 'scrollend', 'select', 'selectionchange', 'submit', 'toggle', 'touchend', 'touchmove',
  'touchstart', 'transitionend', 'transitionstart', 'wheel',
];
// Those of windows alone; on <body> they mean the window's.
const WINDOW_HANDLERS = [
  'afterprint', 'beforeprint', 'beforeunload', 'hashchange', 'languagechange', 'message', 'messageerror', 'offline',
  'online', 'pagehide', 'pageshow', 'popstate', 'rejectionhandled', 'storage', 'unhandledrejection', 'unload',
];
// Those that a <body> hands on although every element has them.
const BODY_TO_WINDOW = ['blur', 'error', 'focus', 'load', 'resize', 'scroll'];

function handlerOf(target, type) {
  const { handlers } = targetState(target);
  return handlers === undefined ? undefined : MapPrototypeGet(handlers, type);
}

function ensureHandler(target, type) {
  const state = targetState(target);
  state.handlers ??= new SafeMap();
  let handler = MapPrototypeGet(state.handlers, type);
  if (handler === undefined) {
    handler = { value: null, text: undefined, record: undefined };
    MapPrototypeSet(state.handlers, type, handler);
  }
  return handler;
}

function activate(target, type, handler) {
  if (handler.record !== undefined && !handler.record.isRemoved) return;
  // A fresh function, so that two handlers never count as the same listener.
  handler.record = addListener(target, type, function handle(event) {
    callHandler(target, type, handler, event);
  }, plainly);
}

function deactivate(target, type, handler) {
  if (handler.record !== undefined) removeRecord(target, type, handler.record);
  handler.record = undefined;
}

function setHandler(target, type, value) {
  const isKept = typeof value === 'function' || (typeof value === 'object' && value !== null);
  if (!isKept && handlerOf(target, type) === undefined) return;
  const handler = ensureHandler(target, type);
  handler.text = undefined;
  handler.value = isKept ? value : null;
  if (isKept) activate(target, type, handler);
  else deactivate(target, type, handler);
}

// The attribute of an element was set to a text, or taken away (null).
function setHandlerText(target, type, text, element) {
  if (text === null) {
    setHandler(target, type, null);
    return;
  }
  const handler = ensureHandler(target, type);
  handler.value = null;
  handler.text = text;
  handler.element = element;
  activate(target, type, handler);
}

function valueOf(target, type, handler) {
  if (handler.text === undefined) return handler.value;
  const { text, element } = handler;
  handler.text = undefined;
  handler.value = compile(target, type, text, element);
  if (handler.value === null) deactivate(target, type, handler);
  return handler.value;
}

function compile(target, type, text, element) {
  const names = type === 'error' && target === globalThis ? 'event, source, lineno, colno, error' : 'event';
  try {
    return Function('element', 'document',
      `with (document) { with (element) { return function on${type}(${names}) {\n${text}\n}; } }`)(element, pageDocument());
  } catch (error) {
    require('web/window/callbacks').report(error);
    return null;
  }
}

function callHandler(target, type, handler, event) {
  const value = valueOf(target, type, handler);
  if (typeof value !== 'function') return;
  if (type === 'error' && target === globalThis && 'lineno' in event) {
    const { message, filename, lineno, colno, error } = event;
    if (ReflectApply(value, target, [message, filename, lineno, colno, error]) === true) prevent(event);
    return;
  }
  if (ReflectApply(value, target, [event]) === false) prevent(event);
}

function prevent(event) {
  const state = dispatch.stateOf(event);
  if (state.cancelable && !state.isInPassiveListener) state.isPrevented = true;
}

// Defines `on<name>` on an object, for it or for what inherits from it. `redirect` gives the target that is meant.
function defineEventHandler(owner, name, type = name, redirect = undefined) {
  const property = `on${name}`;
  const { get, set } = {
    get() {
      const target = redirect === undefined ? this ?? globalThis : redirect(this);
      const handler = handlerOf(target, type);
      return handler === undefined ? null : valueOf(target, type, handler);
    },
    set(value) {
      setHandler(redirect === undefined ? this ?? globalThis : redirect(this), type, value);
    },
  };
  ObjectDefineProperty(get, 'name', { __proto__: null, value: `get ${property}` });
  ObjectDefineProperty(set, 'name', { __proto__: null, value: `set ${property}` });
  ObjectDefineProperty(owner, property, { __proto__: null, get, set, configurable: true, enumerable: true });
}

function defineHandlers(owner, names) {
  for (let i = 0; i < names.length; i++) defineEventHandler(owner, names[i]);
}

function defineBodyHandlers(prototype) {
  const names = ArrayPrototypeConcat(WINDOW_HANDLERS, BODY_TO_WINDOW);
  for (let i = 0; i < names.length; i++) defineEventHandler(prototype, names[i], names[i], () => globalThis);
}

module.exports = {
  BODY_TO_WINDOW, GLOBAL_HANDLERS, WINDOW_HANDLERS, defineBodyHandlers, defineEventHandler, defineHandlers, setHandlerText,
};
