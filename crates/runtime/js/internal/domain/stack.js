// The domains the program is in: which were entered, innermost last, and which is current.
//
// Two things are kept in step. `entered` is the stack of this synchronous run, for nesting. The current
// domain is also an entry of the async context frame, and so it follows timers, ticks, promises and file
// operations the way an AsyncLocalStorage does. Whoever runs a callback switches the frame and tells
// nobody; therefore every question begins with `settle`, which compares the frame with the one seen last
// and starts a new stack from the frame's domain if they differ.
'use strict';

const { ArrayPrototypeLastIndexOf } = primordials;

const context = require('internal/async_hooks/context');
const frames = require('internal/async_hooks/frame');

// The key of the frame's entry.
const DOMAIN = { __proto__: null };

let entered = [];
// For each entered domain the frame before and the frame made for it, to go back without making a third.
let crossings = [];
let current = null;
// What "no domain" looks like: Node has null at first and after an uncaught exception, undefined after an exit.
let none = null;
let seenFrame = context.current;

const isNone = (domain) => domain === null || domain === undefined;

function domainOfFrame(frame) {
  return frame === undefined ? undefined : frames.getFrom(frame, DOMAIN);
}

function settle() {
  const frame = context.current;
  if (frame === seenFrame) return;
  seenFrame = frame;
  const carried = domainOfFrame(frame);
  if (carried === undefined) {
    if (isNone(current)) return;
    entered = [];
    crossings = [];
    current = none;
  } else if (carried !== current) {
    entered = [carried];
    crossings = [{ before: frame, made: frame }];
    current = carried;
  }
}

function setCurrent(domain) {
  current = domain;
  if (isNone(domain)) none = domain;
  const wanted = isNone(domain) ? undefined : domain;
  if (domainOfFrame(context.current) !== wanted) frames.enter(DOMAIN, wanted);
  seenFrame = context.current;
}

function innermost() {
  return entered.length === 0 ? undefined : entered[entered.length - 1];
}

function enter(domain) {
  settle();
  const before = context.current;
  setCurrent(domain);
  entered[entered.length] = domain;
  crossings[crossings.length] = { before, made: context.current };
}

// Leaves the domain and all that were entered after it.
function exit(domain) {
  settle();
  const at = ArrayPrototypeLastIndexOf(entered, domain);
  if (at === -1) return;
  const { made } = crossings[crossings.length - 1];
  const { before } = crossings[at];
  entered.length = crossings.length = at;
  if (context.current === made && domainOfFrame(before) === innermost()) context.current = before;
  setCurrent(innermost());
}

function clear(value) {
  settle();
  entered = [];
  crossings = [];
  setCurrent(value);
}

// For the end of a callback: nothing that comes after it is in its domains.
function leave() {
  settle();
  if (!isNone(current)) clear(undefined);
}

// Calls `fn` outside the current domain, in the one around it. A throw leaves things as they are then.
function outsideCurrent(fn) {
  settle();
  const saved = { entered, crossings, current };
  let depth = entered.length;
  while (depth > 0 && entered[depth - 1] === current) depth--;
  entered = copyOf(entered, depth);
  crossings = copyOf(crossings, depth);
  setCurrent(depth === 0 ? null : innermost());
  fn();
  entered = saved.entered;
  crossings = saved.crossings;
  setCurrent(saved.current);
}

function copyOf(list, length) {
  const copy = [];
  for (let i = 0; i < length; i++) copy[i] = list[i];
  return copy;
}

module.exports = {
  get entered() {
    settle();
    return entered;
  },
  get current() {
    settle();
    return current;
  },
  set current(domain) {
    settle();
    setCurrent(domain);
  },
  isNone, enter, exit, clear, leave, outsideCurrent, innermost,
};
