// requestIdleCallback: what runs when the page has nothing else to do.
//
// An idle period begins when no task is ready and lasts 50 ms at most, less if a timer or a frame is due earlier. The
// callbacks that wait at its beginning run in it, one task each, as long as there is time; those asked for meanwhile wait for
// the next period, which does not begin before this one is over. While the page loads there is no idle period, nor before
// a frame that was asked for by then: in no browser does an idle callback come before it.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeShift, MathMax, MathMin, ObjectDefineProperties, SafeMap, SymbolToStringTag, globalThis } = primordials;
const { exactNow: now } = require('web/window/clock');
const { guard, key } = require('web/dom/construction');
const { makeSlot } = require('web/dom/slots');
const { invoke } = require('web/window/callbacks');
const { SOURCES, cancelTask, queueTask } = require('web/window/event_loop');
const context = require('internal/async_hooks/context');
const deadlines = require('web/window/deadlines');
const frames = require('web/window/frames');
const causes = require('internal/causes');
const { onceLoaded } = require('web/window/lifecycle');
const { requireArguments, requireDictionary, requireFunction } = require('web/window/arguments');

const LONGEST_PERIOD_MS = 50;

const slot = makeSlot();

class IdleDeadline {
  constructor(given = undefined, end = 0, didTimeout = false) {
    guard(given);
    slot.give(this, { end, didTimeout });
  }

  timeRemaining() {
    const { end } = slot.of(this);
    return MathMax(0, end - now());
  }

  get didTimeout() {
    return slot.of(this).didTimeout;
  }
}
ObjectDefineProperties(IdleDeadline.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'IdleDeadline', configurable: true },
  timeRemaining: { __proto__: null, enumerable: true },
  didTimeout: { __proto__: null, enumerable: true },
});

// All requests by handle; those that wait for a period and those of the period are lists of handles.
const requests = new SafeMap();
let waiting = [];
let runnable = [];
let lastHandle = 0;
let periodEnd = -Infinity;
let isLoaded = false;
// What leads to the next callback, while there is one to call: a task that begins a period or goes on with it, or the
// end of a period that is being waited for.
let task = null;
let pause = null;

onceLoaded(() => frames.onceDrawn(() => {
  isLoaded = true;
  proceed();
}));

// Sees to it that the next callback gets its turn.
function proceed() {
  if (!isLoaded || task !== null || pause !== null) return;
  dropCancelled(runnable);
  dropCancelled(waiting);
  if (runnable.length > 0 || (waiting.length > 0 && now() >= periodEnd)) {
    task = queueTask(SOURCES.idle, turn);
  } else if (waiting.length > 0) {
    pause = deadlines.at(periodEnd, () => {
      pause = null;
      proceed();
    });
  }
}

function dropCancelled(list) {
  while (list.length > 0 && !requests.has(list[0])) ArrayPrototypeShift(list);
}

// One callback of the period, or the beginning of one.
function turn() {
  task = null;
  if (now() >= periodEnd) beginPeriod();
  const request = takeNext();
  if (request !== undefined) run(request, new IdleDeadline(key, periodEnd, false));
  // A period that has done everything is over: the next request need not wait for its end.
  if (runnable.length === 0 && waiting.length === 0) periodEnd = -Infinity;
  proceed();
}

// What an earlier period had no time for goes before what came later.
function beginPeriod() {
  const start = now();
  periodEnd = MathMin(start + LONGEST_PERIOD_MS, deadlines.next());
  for (let i = 0; i < waiting.length; i++) ArrayPrototypePush(runnable, waiting[i]);
  waiting = [];
}

function takeNext() {
  dropCancelled(runnable);
  if (runnable.length === 0) return undefined;
  const handle = ArrayPrototypeShift(runnable);
  const request = requests.get(handle);
  requests.delete(handle);
  return request;
}

function run({ callback, timeout, frame, made }, deadline) {
  if (timeout !== null) deadlines.cancel(timeout);
  context.current = frame;
  if (causes.enabled) causes.begin('idle callback', undefined, made);
  invoke(callback, globalThis, [deadline]);
  if (causes.enabled) causes.end();
}

function onTimeout(handle) {
  queueTask(SOURCES.idleTimeout, () => {
    const request = requests.get(handle);
    if (request === undefined) return;
    requests.delete(handle);
    run(request, new IdleDeadline(key, 0, true));
  });
}

function requestIdleCallback(callback, options = undefined) {
  requireArguments('requestIdleCallback', 'Window', 1, arguments.length);
  requireFunction('requestIdleCallback', 'Window', callback);
  requireDictionary('requestIdleCallback', 'Window', options);
  const timeoutMs = options?.timeout >>> 0;
  const handle = ++lastHandle;
  requests.set(handle, {
    callback,
    timeout: timeoutMs === 0 ? null : deadlines.at(now() + timeoutMs, () => onTimeout(handle)),
    frame: context.current,
    made: causes.enabled ? causes.mark('idle callback') : undefined,
  });
  ArrayPrototypePush(waiting, handle);
  proceed();
  return handle;
}

function cancelIdleCallback(handle) {
  requireArguments('cancelIdleCallback', 'Window', 1, arguments.length);
  const request = requests.get(handle >>> 0);
  if (request === undefined) return;
  requests.delete(handle >>> 0);
  if (request.timeout !== null) deadlines.cancel(request.timeout);
  if (requests.size > 0) return;
  // Nobody waits any more, and nothing may keep the page alive for it.
  waiting = [];
  runnable = [];
  if (task !== null) cancelTask(task);
  if (pause !== null) deadlines.cancel(pause);
  task = pause = null;
}

module.exports = { IdleDeadline, cancelIdleCallback, requestIdleCallback };
