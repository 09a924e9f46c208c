// What a page waits for: timers, frames, timeouts. Each has a moment, and becomes a task when that has come.
//
// Moments are milliseconds of performance.now(), with fractions: frames at 60 Hz need them. They stand in a binary heap by
// (moment, order of asking). The native loop holds one timer for the first of them and counts whole milliseconds, so its
// expiry is rounded up; a moment that it misses by a fraction is waited for once more.
'use strict';

const { ArrayPrototypePop, ArrayPrototypePush, MathCeil } = primordials;
const { clock, updateNow, timerInfo, NOW, NEXT_EXPIRY, REF_COUNT } = internalBinding('timers');
const { exactNow: now } = require('web/window/clock');
const context = require('internal/async_hooks/context');
const { carriedContext } = require('web/window/carried_context');

class Deadline {
  constructor(moment, order, callback) {
    this.moment = moment;
    this.order = order;
    this.callback = callback;
    this.frame = carriedContext();
    this.position = -1;
    this.isReferenced = true;
  }
}

const heap = [];
let lastOrder = 0;

function isBefore(a, b) {
  return a.moment < b.moment || (a.moment === b.moment && a.order < b.order);
}

function place(deadline, position) {
  heap[position] = deadline;
  deadline.position = position;
}

function siftUp(deadline, position) {
  while (position > 0) {
    const parent = (position - 1) >> 1;
    if (!isBefore(deadline, heap[parent])) break;
    place(heap[parent], position);
    position = parent;
  }
  place(deadline, position);
}

function siftDown(deadline, position) {
  for (let child = 2 * position + 1; child < heap.length; child = 2 * position + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
    if (!isBefore(heap[child], deadline)) break;
    place(heap[child], position);
    position = child;
  }
  place(deadline, position);
}

function remove(deadline) {
  const { position } = deadline;
  setReferenced(deadline, false);
  const last = ArrayPrototypePop(heap);
  deadline.position = -1;
  if (last === deadline) return;
  if (isBefore(last, deadline)) siftUp(last, position);
  else siftDown(last, position);
}

// Calls `callback`, which queues a task, once `moment` has come.
function at(moment, callback) {
  const deadline = new Deadline(moment, ++lastOrder, callback);
  ArrayPrototypePush(heap, deadline);
  siftUp(deadline, heap.length - 1);
  timerInfo[REF_COUNT]++;
  if (heap[0] === deadline) arm();
  return deadline;
}

// Whether it keeps the page alive, as it does at first.
function setReferenced(deadline, wanted) {
  if (deadline.position === -1 || deadline.isReferenced === wanted) return;
  deadline.isReferenced = wanted;
  timerInfo[REF_COUNT] += wanted ? 1 : -1;
}

// A native timer that fires for nothing costs less than finding the next moment at once.
function cancel(deadline) {
  if (deadline.position !== -1) remove(deadline);
}

// Others, the timers of Node's own modules, lower the shared expiry too; it is never raised here.
function arm() {
  updateNow();
  const expiry = clock[NOW] + MathCeil(heap[0].moment - now());
  if (expiry < clock[NEXT_EXPIRY]) clock[NEXT_EXPIRY] = expiry;
}

// Calls back for every moment that has come, in their order.
function pass() {
  if (heap.length === 0) return;
  const limit = now();
  while (heap.length > 0 && heap[0].moment <= limit) {
    const deadline = heap[0];
    remove(deadline);
    context.current = deadline.frame;
    deadline.callback();
  }
}

// The native timer fired, and the shared expiry has been raised: it has to be set anew.
function onNativeTimer() {
  pass();
  if (heap.length > 0) arm();
}

// When the first of them comes, Infinity if there is none.
function next() {
  return heap.length === 0 ? Infinity : heap[0].moment;
}

module.exports = { at, cancel, next, onNativeTimer, pass, setReferenced };
