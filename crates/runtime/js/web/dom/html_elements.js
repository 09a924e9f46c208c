// Which class an element has, by its name, and what is set up when one is made.
'use strict';

const {
  ArrayPrototypeConcat, ObjectDefineProperty, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeStartsWith, SymbolToStringTag,
  globalThis,
} = primordials;

const { HTMLElement, attributeChanged, handlerType } = require('web/dom/html_element');
const { reflectString, reflectUrl } = require('web/dom/reflection');
const { BODY_TO_WINDOW, WINDOW_HANDLERS, defineBodyHandlers, setHandlerText } = require('web/dom/handlers');
const { defineLinkAddress, urlOf } = require('web/dom/link_address');
const { targetState } = require('web/dom/listeners');
const { stateOf } = require('web/dom/node_state');
const { setOf } = require('web/dom/names');
const controls = require('web/dom/form_controls');

const plainNames = {
  '__proto__': null,
  'a': 'HTMLAnchorElement',
  'area': 'HTMLAreaElement',
  'base': 'HTMLBaseElement',
  'body': 'HTMLBodyElement',
  'br': 'HTMLBRElement',
  'button': 'HTMLButtonElement',
  'canvas': 'HTMLCanvasElement',
  'dialog': 'HTMLDialogElement',
  'div': 'HTMLDivElement',
  'form': 'HTMLFormElement',
  'frameset': 'HTMLFrameSetElement',
  'h1': 'HTMLHeadingElement',
  'h2': 'HTMLHeadingElement',
  'h3': 'HTMLHeadingElement',
  'h4': 'HTMLHeadingElement',
  'h5': 'HTMLHeadingElement',
  'h6': 'HTMLHeadingElement',
  'head': 'HTMLHeadElement',
  'hr': 'HTMLHRElement',
  'html': 'HTMLHtmlElement',
  'iframe': 'HTMLIFrameElement',
  'img': 'HTMLImageElement',
  'input': 'HTMLInputElement',
  'label': 'HTMLLabelElement',
  'li': 'HTMLLIElement',
  'link': 'HTMLLinkElement',
  'meta': 'HTMLMetaElement',
  'ol': 'HTMLOListElement',
  'option': 'HTMLOptionElement',
  'p': 'HTMLParagraphElement',
  'pre': 'HTMLPreElement',
  'script': 'HTMLScriptElement',
  'select': 'HTMLSelectElement',
  'span': 'HTMLSpanElement',
  'style': 'HTMLStyleElement',
  'table': 'HTMLTableElement',
  'tbody': 'HTMLTableSectionElement',
  'td': 'HTMLTableCellElement',
  'template': 'HTMLTemplateElement',
  'textarea': 'HTMLTextAreaElement',
  'th': 'HTMLTableCellElement',
  'thead': 'HTMLTableSectionElement',
  'title': 'HTMLTitleElement',
  'tr': 'HTMLTableRowElement',
  'ul': 'HTMLUListElement',
};
// Names that have no class of their own.
const unclassed = setOf([
  'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'center', 'cite', 'code', 'dd', 'dfn', 'dt', 'em', 'figcaption',
  'figure', 'footer', 'header', 'hgroup', 'i', 'kbd', 'main', 'mark', 'nav', 'noscript', 'rp', 'rt', 'ruby', 's', 'samp',
  'search', 'section', 'small', 'strong', 'sub', 'summary', 'sup', 'tt', 'u', 'var', 'wbr',
]);

const classes = { __proto__: null, HTMLElement, ...controls.classes };

function makeClass(name) {
  const { [name]: Made } = { [name]: class extends HTMLElement { constructor() { super(); } } };
  ObjectDefineProperty(Made.prototype, SymbolToStringTag, { __proto__: null, value: name, configurable: true });
  return Made;
}

classes.HTMLUnknownElement = makeClass('HTMLUnknownElement');
classes.HTMLScriptElement = require('web/dom/script_element').HTMLScriptElement;
classes.HTMLIFrameElement = require('web/dom/iframe').HTMLIFrameElement;
for (const tag in plainNames) classes[plainNames[tag]] ??= makeClass(plainNames[tag]);

reflectUrl(classes.HTMLAnchorElement.prototype, 'href');
reflectUrl(classes.HTMLAreaElement.prototype, 'href');
defineLinkAddress(classes.HTMLAreaElement.prototype);
defineLinkAddress(classes.HTMLAnchorElement.prototype);
reflectString(classes.HTMLAnchorElement.prototype, 'target');
reflectString(classes.HTMLAnchorElement.prototype, 'rel');
reflectUrl(classes.HTMLLinkElement.prototype, 'href');
reflectString(classes.HTMLLinkElement.prototype, 'rel');
reflectUrl(classes.HTMLImageElement.prototype, 'src');
reflectString(classes.HTMLImageElement.prototype, 'alt');
reflectString(classes.HTMLMetaElement.prototype, 'name');
reflectString(classes.HTMLMetaElement.prototype, 'content');
reflectUrl(classes.HTMLBaseElement.prototype, 'href');
defineBodyHandlers(classes.HTMLBodyElement.prototype);
defineBodyHandlers(classes.HTMLFrameSetElement.prototype);

ObjectDefineProperty(classes.HTMLTemplateElement.prototype, 'content', {
  __proto__: null, enumerable: true, configurable: true, get() { return stateOf(this).content; }, set: undefined,
});

const windowNames = setOf(ArrayPrototypeConcat(WINDOW_HANDLERS, BODY_TO_WINDOW));

function bodyAttributeChanged(element, name, old, value) {
  const type = handlerType(name, windowNames);
  if (type === undefined) attributeChanged(element, name, old, value);
  else setHandlerText(globalThis, type, value, element);
}

const SCRIPT_SCHEME = 'javascript:';

const anchorActivation = {
  __proto__: null,
  run(anchor) {
    const href = urlOf(anchor)?.href;
    if (href === undefined) return;
    if (StringPrototypeStartsWith(href, SCRIPT_SCHEME)) {
      require('web/dom/scripts').runAddress(StringPrototypeSlice(href, SCRIPT_SCHEME.length));
      return;
    }
    const { DOMException } = require('internal/errors/dom_exception');
    throw new DOMException('Following a link navigates, which is not supported here; prevent the default of its click event',
      'NotSupportedError');
  },
};

const activations = {
  __proto__: null,
  a: anchorActivation,
  area: anchorActivation,
  button: controls.buttonActivation,
  input: controls.inputActivation,
  label: controls.labelActivation,
};

function cloneControl(from, to) {
  stateOf(to).value = stateOf(from).value;
  stateOf(to).checked = stateOf(from).checked;
}

function cloneTemplate(from, to) {
  const { clone } = require('web/dom/clone');
  const { insert } = require('web/dom/tree');
  insert(clone(stateOf(from).content, true), stateOf(to).content, null);
}

function init(element, state) {
  const { localName } = state;
  state.attributeChanged = localName === 'body' || localName === 'frameset' ? bodyAttributeChanged : attributeChanged;
  if (activations[localName] !== undefined) targetState(element).activation = activations[localName];
  if (localName === 'script') require('web/dom/script_element').init(element, state);
  else if (localName === 'iframe') require('web/dom/iframe').init(state);
  else if (localName === 'input' || localName === 'textarea') state.cloned = cloneControl;
  else if (localName === 'template') {
    state.content = require('web/dom/document_fragment').createFragment(state.document);
    state.cloned = cloneTemplate;
  }
}

function kindOf(localName) {
  let Class = classes[plainNames[localName]];
  // A name with a dash is left to custom elements, of which there are none.
  if (Class === undefined) Class = unclassed.has(localName) || StringPrototypeIndexOf(localName, '-') > 0 ? HTMLElement : classes.HTMLUnknownElement;
  return { __proto__: null, Class, init };
}

module.exports = { ...classes, kindOf };
