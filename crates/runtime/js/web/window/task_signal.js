// TaskSignal and TaskController: abort signals that also carry the priority of tasks, which can change.
'use strict';

const { ObjectDefineProperties, SafeSet, SafeWeakRef, SymbolToStringTag, TypeError } = primordials;
const { AbortController, AbortSignal, dependOn, kConstruct, kMakeSignal, readSignals } = require('web/abort_controller');
const { Event, defineEventClass } = require('web/dom/event');
const { defineEventHandler, fire } = require('web/dom/event_target');
const { DOMException } = require('internal/errors/dom_exception');
const { makeSlot } = require('web/dom/slots');

const TaskPriorityChangeEvent = defineEventClass('TaskPriorityChangeEvent', Event, { __proto__: null, previousPriority: '' });

// `followers` are called when the priority has changed, before any listener.
const slot = makeSlot();

function readPriority(value, action, dictionary) {
  const priority = `${value}`;
  if (priority === 'user-blocking' || priority === 'user-visible' || priority === 'background') return priority;
  throw new TypeError(`Failed to ${action}: ${dictionary === undefined ? '' : `Failed to read the 'priority' property from '${dictionary}': `}` +
    `The provided value '${priority}' is not a valid enum value of type TaskPriority.`);
}

function initPriority(signal, priority) {
  slot.give(signal, { priority, isChanging: false, followers: new SafeSet() });
  return signal;
}

class TaskSignal extends AbortSignal {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor(key = undefined, aborted = false, reason = undefined) { super(key, aborted, reason); }

  // Aborted with the first of `signals`; its priority is given, or that of another signal.
  static any(signals, init = undefined) {
    const given = init?.priority ?? 'user-visible';
    const isFollowing = slot.has(given);
    const priority = isFollowing ? slot.of(given).priority : readPriority(given, "execute 'any' on 'TaskSignal'", 'TaskSignalAnyInit');
    const signal = initPriority(dependOn(TaskSignal, readSignals(signals)), priority);
    if (isFollowing) {
      const weak = new SafeWeakRef(signal);
      followPriority(given, (changed) => {
        const dependant = weak.deref();
        if (dependant !== undefined) change(dependant, changed);
      });
    }
    return signal;
  }

  get priority() {
    return slot.of(this).priority;
  }
}
ObjectDefineProperties(TaskSignal.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'TaskSignal', configurable: true },
  priority: { __proto__: null, enumerable: true },
});
defineEventHandler(TaskSignal.prototype, 'prioritychange');

function isTaskSignal(value) {
  return slot.has(value);
}

function followPriority(signal, callback) {
  slot.of(signal).followers.add(callback);
}

function unfollowPriority(signal, callback) {
  slot.of(signal).followers.delete(callback);
}

function change(signal, priority) {
  const state = slot.of(signal);
  if (state.isChanging) {
    throw new DOMException("Failed to execute 'setPriority' on 'TaskController': " +
      'Cannot change priority when a prioritychange event is in progress.', 'NotAllowedError');
  }
  if (state.priority === priority) return;
  const previousPriority = state.priority;
  state.isChanging = true;
  state.priority = priority;
  state.followers.forEach((follower) => follower(priority));
  fire(signal, new TaskPriorityChangeEvent('prioritychange', { __proto__: null, previousPriority }));
  state.isChanging = false;
}

class TaskController extends AbortController {
  #priority;

  constructor(init = undefined) {
    super();
    this.#priority = readPriority(init?.priority ?? 'user-visible', "construct 'TaskController'", 'TaskControllerInit');
  }

  setPriority(priority) {
    change(this.signal, readPriority(priority, "execute 'setPriority' on 'TaskController'"));
  }

  [kMakeSignal]() {
    return initPriority(new TaskSignal(kConstruct), this.#priority);
  }
}
ObjectDefineProperties(TaskController.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'TaskController', configurable: true },
  setPriority: { __proto__: null, enumerable: true },
});

module.exports = { TaskController, TaskPriorityChangeEvent, TaskSignal, followPriority, isTaskSignal, readPriority, unfollowPriority };
