// The scripts of a page that wait, and running them.
//
// A pending script is `{ script, kind, text, name, isReady, isFailed, … }`. Files are read through the pool; which of
// several `async` scripts runs first is the order in which the pool finishes them, as it is the network's elsewhere.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeShift, PromisePrototypeThen, StringPrototypeRepeat, decodeURIComponent, globalThis } = primordials;

const { stateOf } = require('web/dom/node_state');
const { Event } = require('web/dom/event');
const { fire } = require('web/dom/event_target');
const { invoke, report } = require('web/window/callbacks');
const { SOURCES, queueTask } = require('web/window/event_loop');
const { load, pathOf, schemeOf, textOf } = require('web/fetch/load');
const { resolveInPage } = require('web/fetch/address');
const lifecycle = require('web/dom/lifecycle');

const ordered = [];
let inlineModules = 0;

function pageName() {
  return require('web/window/location').scriptName();
}

// Empty lines in front keep the lines of the page.
function atLine(text, line) {
  return StringPrototypeRepeat('\n', line - 1) + text;
}

function runClassic(script, text, name) {
  const state = stateOf(stateOf(script).document);
  const before = state.currentScript;
  state.currentScript = script;
  // The checkpoint after it still counts as the script.
  invoke(() => require('web/window/script').evaluate(text, name), undefined, []);
  state.currentScript = before;
  require('web/window/lifecycle').scriptRan();
}

function runInline(script, text, line) {
  runClassic(script, atLine(text, line), pageName());
}

// The script of a `javascript:` address runs in a task of its own.
function runAddress(text) {
  queueTask(SOURCES.domManipulation, () => {
    invoke(() => require('web/window/script').evaluate(decodeURIComponent(text), pageName()), undefined, []);
  });
}

// The graph is loaded and linked in the checkpoint that follows, and its first part runs there.
function runModule(pending) {
  const esm = require('internal/modules/esm');
  const { url, text } = pending;
  invoke(() => {
    const promise = url === undefined ?
      esm.importText(text, require('web/window/location').href(), 0, `inline module ${++inlineModules}`) :
      esm.importUrl(url, url, []);
    PromisePrototypeThen(promise, undefined, (error) => {
      // What can not be loaded is no exception: the element is told, and the reader of the terminal.
      if (require('web/dom/page_modules').isLoadFailure(error)) fail(pending, error);
      else report(error);
    });
  }, undefined, []);
  require('web/window/lifecycle').scriptRan();
}

function fail(pending, error) {
  pending.isFailed = true;
  globalThis.console.error(`Failed to load the script ${pending.url ?? pending.name}: ${error.message}`);
}

function execute(pending) {
  const { script, kind, isExternal } = pending;
  if (!pending.isFailed) {
    if (kind === 'classic') runClassic(script, pending.text, pending.name);
    else runModule(pending);
  }
  if (pending.isFailed) fire(script, new Event('error'));
  else if (isExternal) fire(script, new Event('load'));
}

// Begins to load a script; `whenReady` is called in the task in which it is there.
function startLoading(script, kind, source, text, line) {
  const pending = {
    script, kind, text, url: undefined, name: pageName(), isExternal: source !== undefined, isReady: false, isFailed: false,
    whenReady: undefined,
  };
  lifecycle.delayLoad(1);
  if (source === undefined) {
    pending.text = atLine(text, line);
    // An inline module has its graph to load: it is never ready at once.
    queueTask(SOURCES.networking, () => settle(pending));
    return pending;
  }
  const url = source === '' ? null : resolveInPage(source);
  if (url === null) {
    pending.isFailed = true;
    queueTask(SOURCES.domManipulation, () => settle(pending));
    return pending;
  }
  pending.url = url;
  pending.name = schemeOf(url) === 'file' ? pathOf(url) : url;
  load(url, (error, loaded) => {
    if (error !== null && error !== undefined) fail(pending, error);
    else pending.text = textOf(loaded);
    settle(pending);
  });
  return pending;
}

function settle(pending) {
  pending.isReady = true;
  pending.whenReady?.();
}

function finish(pending) {
  execute(pending);
  lifecycle.delayLoad(-1);
}

function runWhenLoaded(pending) {
  pending.whenReady = () => finish(pending);
}

function runInOrder(pending) {
  ArrayPrototypePush(ordered, pending);
  pending.whenReady = () => {
    while (ordered.length > 0 && ordered[0].isReady) finish(ArrayPrototypeShift(ordered));
  };
}

function runWhenParsed(pending) {
  pending.whenReady = lifecycle.advance;
  lifecycle.defer({ __proto__: null, isReady: () => pending.isReady, run: () => finish(pending) });
}

module.exports = { finish, runAddress, runInOrder, runInline, runWhenLoaded, runWhenParsed, startLoading };
