// setTimeout and setInterval of a page.
//
// Ids are small numbers, shared by both kinds. A timer that is set by a timer is one level deeper, and so is every run of an
// interval; from a level above 5 on, delays are at least 4 ms. The level lasts through the microtasks of the timer's
// callback, in Chromium as in Firefox, although HTML gives microtasks none.
//
// When a timer becomes a task is what the browsers do differently (the choice `queues`): in Chromium each is its own task,
// queued at once if it has no delay, else when it is due, so that a timer without delay overtakes one that is overdue.
// In Firefox (`timers-together`) one task runs all that are due, by the time they are due at.
//
// The native loop wakes up at whole milliseconds, up to one after a timer is due. That lateness is not handed on to the timers
// that a callback sets: 9 ms from then on are over before the next run of an interval of 10 ms.
'use strict';

const { ArrayPrototypePush, MapPrototypeForEach, SafeMap, globalThis } = primordials;
const { loop } = internalBinding('options');
const { exactNow: now } = require('web/window/clock');
const { invoke } = require('web/window/callbacks');
const { SOURCES, cancelTask, queueTask } = require('web/window/event_loop');
const deadlines = require('web/window/deadlines');
const context = require('internal/async_hooks/context');
const { carriedContext } = require('web/window/carried_context');
const causes = require('internal/causes');
const { requireArguments } = require('web/window/arguments');

const DEEPEST_FREE_LEVEL = 5;
const CLAMPED_DELAY_MS = 4;
const WAKE_UP_MS = 1;

const runsTogether = loop.choices.queues === 'timers-together';
const timers = new SafeMap();
let lastId = 0;
// The level of the timer whose callback, or whose microtask, is running.
let level = 0;
// How late it runs because of the native loop.
let lateMs = 0;

class Timer {
  constructor(id, handler, delay, args, repeats) {
    this.id = id;
    this.handler = handler;
    this.delay = delay;
    this.args = args;
    this.repeats = repeats;
    this.level = level;
    this.moment = now() - lateMs;
    this.deadline = null;
    this.task = null;
    this.frame = carriedContext();
    this.made = causes.enabled ? causes.mark('timer') : undefined;
  }

  // Waits from its last moment on, at a level deeper than that of whoever sets it. A moment that is over by then is left out.
  wait() {
    const isClamped = this.level > DEEPEST_FREE_LEVEL && this.delay < CLAMPED_DELAY_MS;
    const delay = isClamped ? CLAMPED_DELAY_MS : this.delay;
    const late = now() - lateMs - this.moment;
    this.level++;
    this.moment += late < delay || delay === 0 ? delay : late - late % delay + delay;
    this.task = null;
    if (runsTogether) {
      this.deadline = deadlines.at(this.moment, () => {
        ArrayPrototypePush(due, this);
        queueDue();
      });
      if (delay === 0) queueDue();
    } else if (delay === 0) {
      this.queue();
    } else {
      this.deadline = deadlines.at(this.moment, () => this.queue());
    }
  }

  queue() {
    this.task = queueTask(SOURCES.timer, () => this.fire());
  }

  // An interval is set anew before its callback runs.
  fire() {
    if (timers.get(this.id) !== this) return;
    const late = now() - this.moment;
    const { level: own } = this;
    if (this.repeats) this.wait();
    else timers.delete(this.id);
    context.current = this.frame;
    if (causes.enabled) causes.begin('timer', { __proto__: null, ms: this.delay, nesting: own, repeats: this.repeats }, this.made);
    level = own;
    lateMs = late < WAKE_UP_MS ? late : 0;
    const { handler, args } = this;
    if (typeof handler === 'function') invoke(handler, globalThis, args);
    else invoke(evaluate, undefined, [handler]);
    level = 0;
    lateMs = 0;
    if (causes.enabled) causes.end();
  }

  stop() {
    if (this.deadline !== null) deadlines.cancel(this.deadline);
    if (this.task !== null) cancelTask(this.task);
  }
}

function evaluate(text) {
  require('web/window/script').evaluate(text, require('web/window/location').scriptName());
}

// Timers that are due, and whether the one task that runs them is queued.
let due = [];
let isDueQueued = false;

function queueDue() {
  if (isDueQueued) return;
  isDueQueued = true;
  queueTask(SOURCES.timer, () => {
    isDueQueued = false;
    const batch = due;
    due = [];
    for (let i = 0; i < batch.length; i++) batch[i].fire();
  });
}

function start(handler, timeout, args, repeats) {
  const callback = typeof handler === 'function' ? handler : `${handler}`;
  const delay = timeout | 0;
  const timer = new Timer(++lastId, callback, delay < 0 ? 0 : delay, args, repeats);
  timers.set(timer.id, timer);
  timer.wait();
  return timer.id;
}

function clear(id) {
  const timer = timers.get(id | 0);
  if (timer === undefined) return;
  timers.delete(timer.id);
  timer.stop();
}

function setTimeout(handler, timeout = undefined, ...args) {
  requireArguments('setTimeout', 'Window', 1, arguments.length);
  return start(handler, timeout, args, false);
}

function setInterval(handler, timeout = undefined, ...args) {
  requireArguments('setInterval', 'Window', 1, arguments.length);
  return start(handler, timeout, args, true);
}

// Either function clears either kind.
function clearTimeout(id = undefined) {
  clear(id);
}

function clearInterval(id = undefined) {
  clear(id);
}

// For AbortSignal.timeout: a timer of the runtime's own, without an id. It keeps the page alive while somebody listens.
function startSignalTimeout(callback, delay) {
  const queue = () => queueTask(SOURCES.timer, callback);
  if (delay === 0) {
    queue();
    return { __proto__: null, cancel() {}, setReferenced() {} };
  }
  const deadline = deadlines.at(now() + delay, queue);
  deadlines.setReferenced(deadline, false);
  return {
    __proto__: null,
    cancel: () => deadlines.cancel(deadline),
    setReferenced: (wanted) => deadlines.setReferenced(deadline, wanted),
  };
}

// The frame was taken out.
function stopAll() {
  MapPrototypeForEach(timers, (timer) => timer.stop());
  timers.clear();
}

module.exports = { clearInterval, clearTimeout, setInterval, setTimeout, startSignalTimeout, stopAll };
