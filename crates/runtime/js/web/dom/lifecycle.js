// The life of a page: parsed, deferred scripts run, DOMContentLoaded, all loaded, load.
//
// Chromium does these steps at once when nothing is left to wait for, so that a timer of the first script comes after
// `load`. Firefox gives DOMContentLoaded and load a task each, and timers that are due come before. Both are allowed.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeShift, globalThis } = primordials;

const { loop } = internalBinding('options');
const { targetState } = require('web/dom/listeners');
const moments = require('web/window/lifecycle');

const deferred = [];
let stage = 'parsing';
let delays = 0;
let readiness = 'loading';
// The document, once something made it: a program that never looks at it does not pay for it.
let document;

let takesTasks = loop.milestonesAreTasks;

function takeNoTasks() {
  takesTasks = false;
}

function later(step) {
  if (!takesTasks) {
    step();
    return;
  }
  const { SOURCES, queueTask } = require('web/window/event_loop');
  queueTask(SOURCES.domManipulation, step);
}

function setDocument(made) {
  const { stateOf } = require('web/dom/node_state');
  document = made;
  stateOf(made).readyState = readiness;
}

// Somebody could hear an event of the document.
function isHeard() {
  return document !== undefined || targetState(globalThis).listeners !== undefined;
}

function setReadiness(value) {
  readiness = value;
  if (document === undefined) return;
  const { stateOf } = require('web/dom/node_state');
  stateOf(document).readyState = value;
  fire(document, 'readystatechange');
}

function fire(target, type, options = undefined) {
  const { Event } = require('web/dom/event');
  require('web/dom/event_target').fire(target, new Event(type, options));
}

// A script that runs when the page is parsed: `isReady()` and `run()`.
function defer(entry) {
  ArrayPrototypePush(deferred, entry);
}

// What is being loaded keeps `load` back.
function delayLoad(by) {
  delays += by;
  if (delays === 0) advance();
}

function parsed() {
  stage = 'deferred';
  moments.scriptRan();
  moments.note('domInteractive');
  setReadiness('interactive');
  advance();
}

// Goes as far as it can. Called again whenever something that was waited for is there.
function advance() {
  if (stage === 'deferred') {
    while (deferred.length > 0 && deferred[0].isReady()) ArrayPrototypeShift(deferred).run();
    // A script that ran may have brought the page further by itself.
    if (deferred.length > 0 || stage !== 'deferred') return;
    stage = 'content';
    later(contentLoaded);
  } else if (stage === 'loading' && delays === 0) {
    stage = 'complete';
    later(complete);
  }
}

function contentLoaded() {
  moments.note('domContentLoadedEventStart');
  if (isHeard()) fire(require('web/dom/page').document(), 'DOMContentLoaded', { __proto__: null, bubbles: true });
  moments.note('domContentLoadedEventEnd');
  stage = 'loading';
  advance();
}

function complete() {
  moments.note('domComplete');
  setReadiness('complete');
  moments.note('loadEventStart');
  if (isHeard()) {
    const { fireAsDocument } = require('web/dom/page');
    const { Event } = require('web/dom/event');
    const { PageTransitionEvent } = require('web/dom/events');
    fireAsDocument(new Event('load'));
    fireAsDocument(new PageTransitionEvent('pageshow'));
  }
  moments.note('loadEventEnd');
  moments.loaded();
}

module.exports = { advance, defer, delayLoad, parsed, setDocument, takeNoTasks };
