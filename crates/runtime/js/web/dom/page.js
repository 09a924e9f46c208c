// The page: its document, made when somebody asks for it, and how an entry becomes one.
//
// An `.html` entry is parsed and its scripts run where they stand. A script or module as entry is the only script of an
// otherwise empty page.
'use strict';

const { globalThis } = primordials;

const { dispatch } = require('web/dom/event');
const { setPageDocument, stateOf } = require('web/dom/node_state');
const { invoke } = require('web/window/callbacks');
const lifecycle = require('web/dom/lifecycle');

let made;
// Whether the entry is a script that runs at this moment, which is then the current one.
let isEntryRunning = false;

function makeDocument() {
  made = require('web/dom/document').createDocument();
  stateOf(made).isOfWindow = true;
  setPageDocument(made);
  lifecycle.setDocument(made);
  return made;
}

function document() {
  if (made === undefined) fillForScript(makeDocument());
  return made;
}

// <!doctype html><html><head></head><body><script></script></body></html>
function fillForScript(page) {
  require('web/dom/html/fragment').parseInto(page, '<!doctype html>');
  const { createElement } = require('web/dom/element');
  const script = createElement(page, 'script');
  stateOf(script).isStarted = true;
  page.body.appendChild(script);
  if (isEntryRunning) stateOf(page).currentScript = script;
}

// Opens the page of an HTML file.
function open(path) {
  openBytes(require('fs').readFileSync(path));
}

function openBytes(bytes, around = 'UTF-8') {
  const { text, characterSet } = require('web/dom/html/encoding').decodePage(bytes, around);
  openText(text, characterSet);
}

function openText(text, characterSet = 'UTF-8') {
  const { Parser } = require('web/dom/html/parser');
  const page = makeDocument();
  stateOf(page).characterSet = characterSet;
  new Parser(text, page, lifecycle.parsed).start();
}

// The page of about:blank: it is there at once, in every browser.
function openBlank() {
  lifecycle.takeNoTasks();
  openText('');
}

// The empty document of a frame, until what it is to show has come.
function openInitial() {
  require('web/dom/html/fragment').parseInto(makeDocument(), '<html><head></head><body></body></html>');
  stateOf(made).readyState = 'complete';
}

// A page with one classic script, which `run` runs.
function openScript(run) {
  isEntryRunning = true;
  invoke(run, undefined, []);
  isEntryRunning = false;
  if (made !== undefined) stateOf(made).currentScript = null;
  lifecycle.parsed();
}

// A page with one module, which runs when the page is parsed.
function openModule(run) {
  lifecycle.defer({ __proto__: null, isReady: () => true, run: () => invoke(run, undefined, []) });
  lifecycle.parsed();
}

// Dispatches an event at the window whose target is its document.
function fireAsDocument(event) {
  dispatch.trust(event);
  require('web/dom/dispatch').dispatchTo(globalThis, event, document());
}

module.exports = { document, fireAsDocument, open, openBlank, openBytes, openInitial, openModule, openScript, openText };
