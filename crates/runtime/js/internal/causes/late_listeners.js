// Listeners that are added after their event: notes for a lint.
//
// Only of events that come once in the life of an emitter, and only of listeners that the program itself adds. Whether the
// event comes again after all is only known later: then, and when the listener is removed, the note is taken back.
'use strict';

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSplice, FunctionPrototypeCall, ReflectApply, SafeWeakMap,
  RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeSplit,
} = primordials;
const { EventEmitter } = require('internal/events/emitter');
const { stackOf } = require('internal/causes');
const binding = internalBinding('causes');

const once = {
  __proto__: null,
  end: true, close: true, finish: true, open: true, ready: true, connect: true, secureConnect: true, listening: true,
  spawn: true, online: true, exit: true, done: true, init: true, initialized: true, loaded: true, connected: true,
  started: true, complete: true,
};

// Emitters whose event has come, each with the names of those events.
const emitted = new SafeWeakMap();
// Emitters that listeners came too late to: lists of { type, listener, number }.
const late = new SafeWeakMap();
let lastNumber = 0;

function heard(emitter, type, listener) {
  const list = late.get(emitter);
  if (list === undefined) return;
  for (let i = list.length - 1; i >= 0; i--) {
    const entry = list[i];
    if (entry.type !== type || (listener !== undefined && entry.listener !== listener &&
        entry.listener.listener !== listener)) continue;
    ArrayPrototypeSplice(list, i, 1);
    binding.note('late-listener-heard', `${entry.number}`, '');
  }
}

// The methods that add a listener, of emitters and of those that have their own.
const kAdding = /^(?:on|once|addListener|prependListener|prependOnceListener)@node:/;

// What one function of a builtin calls another through.
const kCalling = /@(?:\[native code\]|node:internal\/primordials:)/;

// The stack, if it is the program that calls one of those.
function ownStack(upTo) {
  const stack = stackOf(upTo);
  const lines = StringPrototypeSplit(stack, '\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (RegExpPrototypeExec(kAdding, line) !== null || RegExpPrototypeExec(kCalling, line) !== null) continue;
    return StringPrototypeIncludes(line, '@node:') || !StringPrototypeIncludes(line, '@') ? undefined : stack;
  }
  return undefined;
}

function added(emitter, type, listener, upTo) {
  const types = emitted.get(emitter);
  if (types === undefined || ArrayPrototypeIndexOf(types, type) < 0) return;
  const stack = ownStack(upTo);
  if (stack === undefined) return;
  const number = ++lastNumber;
  let list = late.get(emitter);
  if (list === undefined) late.set(emitter, list = []);
  ArrayPrototypePush(list, { type, listener, number });
  binding.note('late-listener', `${number} the listener of '${type}' was added after that event, and it did not come again`, stack);
}

function install() {
  const { prototype } = EventEmitter;
  const { emit, addListener, prependListener, removeListener, removeAllListeners } = prototype;
  const holder = {
    emit(type) {
      if (once[type] === true && this !== process) {
        heard(this, type, undefined);
        const types = emitted.get(this);
        if (types === undefined) emitted.set(this, [type]);
        else if (ArrayPrototypeIndexOf(types, type) < 0) ArrayPrototypePush(types, type);
      }
      return ReflectApply(emit, this, arguments);
    },
    addListener(type, listener) {
      FunctionPrototypeCall(addListener, this, type, listener);
      if (once[type] === true) added(this, type, listener, holder.addListener);
      return this;
    },
    prependListener(type, listener) {
      FunctionPrototypeCall(prependListener, this, type, listener);
      if (once[type] === true) added(this, type, listener, holder.prependListener);
      return this;
    },
    removeListener(type, listener) {
      if (once[type] === true) heard(this, type, listener);
      return ReflectApply(removeListener, this, arguments);
    },
    removeAllListeners(type) {
      if (once[type] === true) heard(this, type, undefined);
      return ReflectApply(removeAllListeners, this, arguments);
    },
  };
  prototype.emit = holder.emit;
  prototype.addListener = prototype.on = holder.addListener;
  prototype.prependListener = holder.prependListener;
  prototype.removeListener = prototype.off = holder.removeListener;
  prototype.removeAllListeners = holder.removeAllListeners;
}

module.exports = { install };
