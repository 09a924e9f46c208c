// HTMLScriptElement: when a script element becomes a script, and in which queue it waits.
//
// An element is prepared once: by the parser at its end tag, or when it enters the document, or when it gets its text or
// address there. What happens then, as the HTML standard has it:
//
//   inline classic                    runs at once
//   external with `async`             runs when it is loaded; so do scripts that other scripts insert
//   external with `defer`, modules    run in order when the page is parsed
//   external classic                  the parser waits for it
//   inserted with `async = false`     run in order, each when it is loaded and all before it have run
'use strict';

const { ObjectDefineProperty, StringPrototypeTrim, SymbolToStringTag } = primordials;

const { TEXT_NODE, stateOf } = require('web/dom/node_state');
const { HTMLElement, attributeChanged } = require('web/dom/html_element');
const { removeAttribute, setAttribute } = require('web/dom/element');
const { reflectBoolean, reflectString, reflectUrl } = require('web/dom/reflection');
const { asciiLower, setOf } = require('web/dom/names');
const { isConnected } = require('web/dom/tree');

const CLASSIC_TYPES = setOf([
  '', 'application/ecmascript', 'application/javascript', 'application/x-ecmascript', 'application/x-javascript',
  'text/ecmascript', 'text/javascript', 'text/javascript1.0', 'text/javascript1.1', 'text/javascript1.2',
  'text/javascript1.3', 'text/javascript1.4', 'text/javascript1.5', 'text/jscript', 'text/livescript', 'text/x-ecmascript',
  'text/x-javascript',
]);

// 'classic', 'module', or undefined for data that is only kept in a script element.
function kindOf(script) {
  const { attributes } = stateOf(script);
  const type = attributes.get('type');
  const language = attributes.get('language') ?? '';
  if (type === undefined) return CLASSIC_TYPES.has(language === '' ? '' : `text/${asciiLower(language)}`) ? 'classic' : undefined;
  const name = asciiLower(StringPrototypeTrim(type));
  if (name === 'module') return 'module';
  return CLASSIC_TYPES.has(name) && !(type !== '' && name === '') ? 'classic' : undefined;
}

function sourceOf(script) {
  let text = '';
  for (let at = stateOf(script).first; at !== null; at = stateOf(at).next) {
    const { type, data } = stateOf(at);
    if (type === TEXT_NODE) text += data;
  }
  return text;
}

// Gives the pending script for which the parser has to wait, if there is one.
function prepare(script, line = 1) {
  const state = stateOf(script);
  if (state.isStarted) return undefined;
  const isFromParser = state.isFromParser === true;
  const { attributes, document } = state;
  const hasAddress = attributes.has('src');
  const text = sourceOf(script);
  const kind = kindOf(script);
  if ((!hasAddress && text === '') || !isConnected(script) || kind === undefined) {
    // The parser lets go of it: a later change can still start it, as one that a script inserted.
    state.isFromParser = false;
    if (isFromParser && !attributes.has('async')) state.isForcedAsync = true;
    return undefined;
  }
  state.isStarted = true;
  if (kind === 'classic' && attributes.has('nomodule')) return undefined;
  if (!stateOf(document).isOfWindow) return undefined;
  const scripts = require('web/dom/scripts');
  if (kind === 'classic' && !hasAddress) {
    scripts.runInline(script, text, line);
    return undefined;
  }
  const isAsync = attributes.has('async') || (!isFromParser && state.isForcedAsync);
  const pending = scripts.startLoading(script, kind, hasAddress ? attributes.get('src') : undefined, text, line);
  if (isAsync) scripts.runWhenLoaded(pending);
  else if (!isFromParser) scripts.runInOrder(pending);
  else if (kind === 'module' || attributes.has('defer')) scripts.runWhenParsed(pending);
  else return pending;
  return undefined;
}

class HTMLScriptElement extends HTMLElement {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() { super(); }

  static supports(type) {
    return `${type}` === 'classic' || `${type}` === 'module';
  }

  get text() { return sourceOf(this); }
  set text(value) { this.textContent = value; }

  get async() {
    const { isForcedAsync, attributes } = stateOf(this);
    return isForcedAsync || attributes.has('async');
  }

  set async(value) {
    stateOf(this).isForcedAsync = false;
    if (value) setAttribute(this, 'async', '');
    else removeAttribute(this, 'async');
  }
}
reflectUrl(HTMLScriptElement.prototype, 'src');
reflectString(HTMLScriptElement.prototype, 'type');
reflectString(HTMLScriptElement.prototype, 'charset');
reflectString(HTMLScriptElement.prototype, 'integrity');
reflectBoolean(HTMLScriptElement.prototype, 'defer');
reflectBoolean(HTMLScriptElement.prototype, 'noModule', 'nomodule');
ObjectDefineProperty(HTMLScriptElement.prototype, SymbolToStringTag, {
  __proto__: null, value: 'HTMLScriptElement', configurable: true,
});

// The parser prepares its own scripts, at their end tags.
function changed(script) {
  if (!stateOf(script).isFromParser && isConnected(script)) prepare(script);
}

function scriptAttributeChanged(script, name, old, value) {
  attributeChanged(script, name, old, value);
  if (name === 'async' && value !== null) stateOf(script).isForcedAsync = false;
  if (name === 'src' && old === null) changed(script);
}

function init(script, state) {
  state.isFromParser = false;
  state.isStarted = false;
  state.isForcedAsync = true;
  state.attributeChanged = scriptAttributeChanged;
  state.inserted = changed;
  state.childrenChanged = changed;
  state.cloned = (from, to) => { stateOf(to).isStarted = stateOf(from).isStarted; };
}

module.exports = { HTMLScriptElement, init, prepare };
