// The names that the DOM gives to a window, by the builtin that makes each. None is loaded before it is used.
'use strict';

const { ObjectDefineProperty, globalThis } = primordials;

const { EventTarget } = require('web/dom/event_target');
const { GLOBAL_HANDLERS, WINDOW_HANDLERS, defineHandlers } = require('web/dom/handlers');
const { initTarget } = require('web/dom/listeners');

const methods = ['addEventListener', 'removeEventListener', 'dispatchEvent'];

// Global name: [builtin, key in its exports].
const names = { __proto__: null };

function add(id, keys, group = undefined) {
  for (let i = 0; i < keys.length; i++) names[keys[i]] = { __proto__: null, id, group, key: keys[i] };
}

add('web/dom/node', ['Node']);
add('web/dom/element', ['Element']);
add('web/dom/character_data', ['CharacterData', 'Comment', 'Text']);
add('web/dom/document', ['Document', 'HTMLDocument']);
add('web/dom/document_fragment', ['DocumentFragment']);
add('web/dom/document_type', ['DocumentType']);
add('web/dom/attributes', ['Attr', 'NamedNodeMap']);
add('web/dom/collections', ['HTMLCollection', 'NodeList']);
add('web/dom/token_list', ['DOMTokenList']);
add('web/dom/dataset', ['DOMStringMap']);
add('web/dom/style', ['CSSStyleDeclaration']);
add('web/dom/implementation', ['DOMImplementation', 'DOMParser']);
add('web/dom/mutation_observer', ['MutationObserver', 'MutationRecord']);
add('web/dom/event_target', ['Event', 'EventTarget']);
add('web/dom/events', [
  'CustomEvent', 'ErrorEvent', 'FocusEvent', 'InputEvent', 'KeyboardEvent', 'MouseEvent', 'PageTransitionEvent', 'PointerEvent',
  'ProgressEvent', 'PromiseRejectionEvent', 'SubmitEvent', 'UIEvent', 'WheelEvent',
]);
add('web/dom/html_elements', [
  'HTMLAnchorElement', 'HTMLBodyElement', 'HTMLButtonElement', 'HTMLDivElement', 'HTMLElement', 'HTMLFormElement',
  'HTMLHeadElement', 'HTMLHeadingElement', 'HTMLHtmlElement', 'HTMLImageElement', 'HTMLInputElement', 'HTMLLIElement',
  'HTMLLabelElement', 'HTMLLinkElement', 'HTMLMetaElement', 'HTMLOListElement', 'HTMLOptionElement', 'HTMLParagraphElement',
  'HTMLPreElement', 'HTMLScriptElement', 'HTMLSelectElement', 'HTMLSpanElement', 'HTMLStyleElement', 'HTMLTableElement',
  'HTMLTemplateElement', 'HTMLTextAreaElement', 'HTMLTitleElement', 'HTMLUListElement', 'HTMLUnknownElement',
], 'classes');
add('web/fetch/fetch', ['fetch']);
add('web/fetch/headers', ['Headers']);
add('web/fetch/request', ['Request']);
add('web/fetch/response', ['Response']);
add('web/fetch/xml_http_request', ['XMLHttpRequest', 'XMLHttpRequestEventTarget', 'XMLHttpRequestUpload']);

function read({ id, group, key }) {
  const exports = require(id);
  return group === undefined ? exports[key] : exports[group][key];
}

// Makes the window an event target and defines the names. `lazily(name, read)` defines a global that is read when it is
// first used.
function install(lazily) {
  initTarget(globalThis);
  for (let i = 0; i < methods.length; i++) {
    ObjectDefineProperty(globalThis, methods[i], {
      __proto__: null, value: EventTarget.prototype[methods[i]], writable: true, configurable: true, enumerable: true,
    });
  }
  defineHandlers(globalThis, GLOBAL_HANDLERS);
  defineHandlers(globalThis, WINDOW_HANDLERS);
  for (const name in names) lazily(name, () => read(names[name]));
  ObjectDefineProperty(globalThis, 'document', {
    __proto__: null, enumerable: true, configurable: false, get: () => require('web/dom/page').document(), set: undefined,
  });
}

module.exports = { install };
