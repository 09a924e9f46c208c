// Dispatch: the walk of an event along its path, down to the target and up again.
//
// The path is fixed before the first listener runs. Each listener goes through `callbacks.invoke`, which is where the
// microtask checkpoint is: after every listener when the event comes from a task, after none of them when a script
// dispatches it, because that script is still on the stack.
'use strict';

const {
  ArrayPrototypePush,
  ArrayPrototypeSlice,
  MapPrototypeGet,
} = primordials;

const { dispatch } = require('web/dom/event');
const { AT_TARGET, BUBBLING_PHASE, CAPTURING_PHASE, NONE } = require('web/event_shape');
const { removeRecord, targetState } = require('web/dom/listeners');
const { invoke, report } = require('web/window/callbacks');
const causes = require('internal/causes');

// The targets from this one outwards. A target says by `parentOf` which one follows it for an event.
function pathOf(target, event) {
  const path = [];
  for (let at = target; at !== null;) {
    ArrayPrototypePush(path, at);
    const { parentOf } = targetState(at);
    at = parentOf === undefined ? null : parentOf(at, event);
  }
  return path;
}

// The first on the path that does something by itself when it is clicked: a checkbox, a submit button.
function activationOf(path, event) {
  const { type, bubbles } = dispatch.stateOf(event);
  if (type !== 'click' || !require('web/dom/events').isMouseEvent(event)) return undefined;
  for (let i = 0; i < path.length && (i === 0 || bubbles); i++) {
    const { activation } = targetState(path[i]);
    if (activation !== undefined) return { __proto__: null, ...activation, element: path[i] };
  }
  return undefined;
}

function callListeners(target, event, phase, wantsCapture) {
  const state = dispatch.stateOf(event);
  if (state.isStopped) return;
  const { listeners } = targetState(target);
  const list = listeners === undefined ? undefined : MapPrototypeGet(listeners, state.type);
  if (list === undefined) return;
  state.currentTarget = target;
  state.phase = phase;
  const records = ArrayPrototypeSlice(list);
  for (let i = 0; i < records.length; i++) {
    const record = records[i];
    if (record.isRemoved || record.capture !== wantsCapture) continue;
    if (state.isStoppedAtOnce && !record.resistsStop) continue;
    if (record.once) removeRecord(target, state.type, record);
    const outer = dispatch.current;
    dispatch.current = event;
    state.isInPassiveListener = record.passive;
    if (causes.enabled) causes.begin('event', { __proto__: null, type: state.type }, undefined);
    callListener(record.listener, target, event);
    if (causes.enabled) causes.end();
    state.isInPassiveListener = false;
    dispatch.current = outer;
  }
}

function callListener(listener, target, event) {
  if (typeof listener === 'function') {
    invoke(listener, target, [event]);
    return;
  }
  // The object's method is looked up for each event, and what the lookup throws is reported like the listener's own.
  invoke(function handleEvent() {
    return listener.handleEvent(event);
  }, listener, []);
}

// What the target does by itself can fail, and is nobody's to catch.
function runActivation(activation, event) {
  try {
    activation.run(activation.element, event);
  } catch (error) {
    report(error);
  }
}

// False if a listener prevented the default. `shown` is what the event names as its target: the `load` of a window
// names the document.
function dispatchTo(target, event, shown = target) {
  const state = dispatch.stateOf(event);
  state.isDispatching = true;
  state.target = shown;
  const path = pathOf(target, event);
  state.path = path;
  const activation = activationOf(path, event);
  const undo = activation?.before?.(activation.element);
  for (let i = path.length - 1; i >= 0; i--) {
    callListeners(path[i], event, i === 0 ? AT_TARGET : CAPTURING_PHASE, true);
  }
  for (let i = 0; i < path.length && (i === 0 || state.bubbles); i++) {
    callListeners(path[i], event, i === 0 ? AT_TARGET : BUBBLING_PHASE, false);
  }
  state.phase = NONE;
  state.currentTarget = null;
  state.path = [];
  state.isDispatching = false;
  state.isStopped = false;
  state.isStoppedAtOnce = false;
  if (activation !== undefined) {
    if (state.isPrevented) undo?.();
    else runActivation(activation, event);
  }
  return !state.isPrevented;
}

module.exports = { dispatchTo };
