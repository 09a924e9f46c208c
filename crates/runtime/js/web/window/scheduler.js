// scheduler.postTask and scheduler.yield.
//
// Each priority has two queues: continuations of `yield` go before tasks of the same priority. A task whose priority is its
// signal's moves to another queue when that changes, and keeps its place by the time it was queued at. What is awaited
// inside a task still belongs to it: the state that `yield` takes its priority and its signal from travels with the
// async context.
'use strict';

const {
  ObjectDefineProperties, Promise, PromiseReject, SymbolToStringTag, TypeError,
} = primordials;
const { guard, key } = require('web/dom/construction');
const { invoke } = require('web/window/callbacks');
const { SOURCES, cancelTask, moveTask, queueTask } = require('web/window/event_loop');
const { addListener, removeListener } = require('web/dom/event_target');
const { exactNow: now } = require('web/window/clock');
const frame = require('internal/async_hooks/frame');
const deadlines = require('web/window/deadlines');
const causes = require('internal/causes');

const tasks = {
  '__proto__': null,
  'user-blocking': SOURCES.userBlocking,
  'user-visible': SOURCES.userVisible,
  'background': SOURCES.background,
};
const continuations = {
  '__proto__': null,
  'user-blocking': SOURCES.userBlockingContinuation,
  'user-visible': SOURCES.userVisibleContinuation,
  'background': SOURCES.backgroundContinuation,
};

// The key of the scheduling state in an async context frame: { priority or undefined, prioritySource, abortSource }.
const kState = {};
const once = { __proto__: null, capture: false, once: true, passive: false, signal: undefined };

function signals() {
  return require('web/window/task_signal');
}

function currentState() {
  return frame.has(kState) ? frame.get(kState) : undefined;
}

// A callback or a continuation on its way to its turn. The promise it settles is made outside.
class Entry {
  constructor(state, queues, run, reject) {
    this.state = state;
    this.queues = queues;
    this.run = run;
    this.reject = reject;
    this.task = null;
    this.deadline = null;
    this.made = causes.enabled ? causes.mark('scheduler task') : undefined;
    this.onAbort = () => this.abort();
    this.onPriorityChange = () => this.move();
    const { abortSource, prioritySource } = state;
    if (abortSource !== undefined) addListener(abortSource, 'abort', this.onAbort, once);
    if (prioritySource !== undefined) signals().followPriority(prioritySource, this.onPriorityChange);
  }

  // It needs its signals no more.
  letGo() {
    const { abortSource, prioritySource } = this.state;
    if (abortSource !== undefined) removeListener(abortSource, 'abort', this.onAbort, false);
    if (prioritySource !== undefined) signals().unfollowPriority(prioritySource, this.onPriorityChange);
  }

  move() {
    if (this.task !== null) moveTask(this.task, this.source());
  }

  priority() {
    return this.state.prioritySource?.priority ?? this.state.priority;
  }

  source() {
    return this.queues[this.priority()];
  }

  wait(delayMs) {
    if (delayMs > 0) this.deadline = deadlines.at(now() + delayMs, () => this.queue());
    else this.queue();
  }

  queue() {
    this.task = queueTask(this.source(), () => this.turn());
  }

  turn() {
    this.task = null;
    this.letGo();
    if (causes.enabled) causes.begin('scheduler task', { __proto__: null, priority: this.priority() }, this.made);
    this.run();
    if (causes.enabled) causes.end();
  }

  abort() {
    this.letGo();
    if (this.deadline !== null) deadlines.cancel(this.deadline);
    if (this.task !== null) cancelTask(this.task);
    this.reject(this.state.abortSource.reason);
  }
}

function readState(options) {
  const { isTaskSignal, readPriority } = signals();
  const { AbortSignal } = require('web/abort_controller');
  const signal = options?.signal;
  const given = options?.priority;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError("Failed to execute 'postTask' on 'Scheduler': Failed to read the 'signal' property from " +
      "'SchedulerPostTaskOptions': Failed to convert value to 'AbortSignal'.");
  }
  const priority = given === undefined ? undefined : readPriority(given, "execute 'postTask' on 'Scheduler'", 'SchedulerPostTaskOptions');
  return {
    __proto__: null,
    priority: priority ?? 'user-visible',
    prioritySource: priority === undefined && signal !== undefined && isTaskSignal(signal) ? signal : undefined,
    abortSource: signal,
  };
}

class Scheduler {
  constructor(given = undefined) {
    guard(given);
  }

  postTask(callback, options = undefined) {
    if (typeof callback !== 'function') {
      return PromiseReject(new TypeError("Failed to execute 'postTask' on 'Scheduler': parameter 1 is not of type 'Function'."));
    }
    return new Promise((resolve, reject) => {
      const state = readState(options);
      const delayMs = +(options?.delay ?? 0);
      if (state.abortSource?.aborted) {
        reject(state.abortSource.reason);
        return;
      }
      const run = () => {
        frame.enter(kState, state);
        invoke(() => {
          try {
            resolve(callback());
          } catch (error) {
            reject(error);
          }
        }, undefined, []);
      };
      new Entry(state, tasks, run, reject).wait(delayMs);
    });
  }

  yield() {
    return new Promise((resolve, reject) => {
      const state = currentState() ?? { __proto__: null, priority: 'user-visible', prioritySource: undefined, abortSource: undefined };
      if (state.abortSource?.aborted) {
        reject(state.abortSource.reason);
        return;
      }
      new Entry(state, continuations, resolve, reject).wait(0);
    });
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Scheduler.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'Scheduler', configurable: true },
  postTask: enumerable,
  yield: enumerable,
});

module.exports = { Scheduler, scheduler: new Scheduler(key) };
