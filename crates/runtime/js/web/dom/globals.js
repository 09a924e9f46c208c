// The names that the DOM and fetch give to a window, by the builtin that makes each. None is loaded before it is used.
'use strict';

const { ObjectDefineProperty, globalThis } = primordials;

const { dispatch } = require('web/dom/event');
const { define, installTable } = require('web/window/globals');

const FUNCTIONS = [
  ['web/fetch/fetch', ['fetch']],
];

// Those that workers have as well.
const SHARED_CLASSES = [
  ['web/dom/event_target', ['Event', 'EventTarget']],
  ['web/dom/events', ['CustomEvent', 'ErrorEvent', 'ProgressEvent', 'PromiseRejectionEvent']],
  ['web/fetch/form_data', ['FormData']],
  ['web/fetch/headers', ['Headers']],
  ['web/fetch/request', ['Request']],
  ['web/fetch/response', ['Response']],
  ['web/file/file_reader', ['FileReader']],
  ['web/fetch/xml_http_request', ['XMLHttpRequest', 'XMLHttpRequestEventTarget', 'XMLHttpRequestUpload']],
];

const CLASSES = [
  ['web/dom/attributes', ['Attr', 'NamedNodeMap']],
  ['web/dom/character_data', ['CharacterData', 'Comment', 'ProcessingInstruction', 'Text']],
  ['web/dom/collections', ['HTMLCollection', 'NodeList']],
  ['web/dom/dataset', ['DOMStringMap']],
  ['web/dom/document', ['Document', 'HTMLDocument']],
  ['web/dom/document_fragment', ['DocumentFragment']],
  ['web/dom/document_type', ['DocumentType']],
  ['web/dom/element', ['Element']],
  ['web/dom/events', [
    'CompositionEvent', 'FocusEvent', 'GamepadEvent', 'InputEvent', 'KeyboardEvent', 'MouseEvent',
    'PageTransitionEvent', 'PointerEvent', 'SubmitEvent', 'UIEvent', 'WheelEvent',
  ]],
  ['web/dom/html_elements', [
    'HTMLAnchorElement', 'HTMLAreaElement', 'HTMLBodyElement', 'HTMLButtonElement', 'HTMLDivElement', 'HTMLElement',
    'HTMLFormElement', 'HTMLFrameSetElement', 'HTMLHeadElement', 'HTMLHeadingElement', 'HTMLHtmlElement', 'HTMLIFrameElement', 'HTMLImageElement', 'HTMLInputElement', 'HTMLLIElement',
    'HTMLLabelElement', 'HTMLLinkElement', 'HTMLMetaElement', 'HTMLOListElement', 'HTMLOptionElement', 'HTMLParagraphElement',
    'HTMLPreElement', 'HTMLScriptElement', 'HTMLSelectElement', 'HTMLSpanElement', 'HTMLStyleElement', 'HTMLTableElement',
    'HTMLTemplateElement', 'HTMLTextAreaElement', 'HTMLTitleElement', 'HTMLUListElement', 'HTMLUnknownElement',
  ]],
  ['web/dom/implementation', ['DOMImplementation', 'DOMParser']],
  ['web/dom/mutation_observer', ['MutationObserver', 'MutationRecord']],
  ['web/dom/node', ['Node']],
  ['web/dom/style', ['CSSStyleDeclaration']],
  ['web/dom/token_list', ['DOMTokenList']],
  ['web/dom/touch', ['Touch', 'TouchEvent', 'TouchList']],
];

// What pages and workers have.
function installShared() {
  installTable(FUNCTIONS, true);
  installTable(SHARED_CLASSES, false);
}

function install() {
  installShared();
  installTable(CLASSES, false);
  ObjectDefineProperty(globalThis, 'event', {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get: () => dispatch.current,
    set(value) { define('event', value, true); },
  });
  ObjectDefineProperty(globalThis, 'document', {
    __proto__: null, enumerable: true, configurable: false, get: () => require('web/dom/page').document(), set: undefined,
  });
}

module.exports = { install, installShared };
