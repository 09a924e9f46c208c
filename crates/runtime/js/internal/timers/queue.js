// The timer lists and the heap over them.
//
// All timers of one duration expire in the order they were started, so they form a list in which only
// the head has to be looked at: starting and clearing a timer is O(1). The lists stand in a binary heap
// by (expiry, id), the expiry being the earliest moment at which the head may be due:
//
//    heap      [ 40 ms list @105, 1 ms list @107, 1000 ms list @940 ]
//                    │
//    list      TimersList ⇄ Timeout ⇄ Timeout ⇄ Timeout ⇄ (back to the list)
//
// There are few durations in a program and many timers, so the heap stays small. A list that runs empty
// leaves the heap; only the one emptied last stays, to be filed anew if its duration is asked for again, as in a
// program that sets and clears one timeout over and over. Ties go to the smaller id: the list filed first.
'use strict';

const { MathMax, SafeMap } = primordials;
const heap = require('internal/timers/heap');

class TimersList {
  constructor(expiry, msecs, id) {
    this._idleNext = this; // the newest end is _idleNext, the oldest _idlePrev
    this._idlePrev = this;
    this.expiry = expiry;
    this.id = id;
    this.msecs = msecs;
    this.priorityQueuePosition = 0;
  }
}

// Lists by duration: short ones at their index, found in a fraction of what a map takes, the others in a map. There are
// no holes, behind which a program could put something.
const SHORT_MS = 2048;
const shortLists = [];
for (let msecs = 0; msecs < SHORT_MS; msecs++) shortLists[msecs] = undefined;
const longLists = new SafeMap();
let nextListId = 0;

function filed(msecs) {
  return msecs < SHORT_MS ? shortLists[msecs] : longLists.get(msecs);
}

function file(msecs, list) {
  if (msecs < SHORT_MS) shortLists[msecs] = list;
  else if (list === undefined) longLists.delete(msecs);
  else longLists.set(msecs, list);
}

function append(list, timer) {
  if (timer._idleNext) unlink(timer);
  timer._idleNext = list._idleNext;
  timer._idlePrev = list;
  list._idleNext._idlePrev = timer;
  list._idleNext = timer;
}

function unlink(timer) {
  if (timer._idleNext) timer._idleNext._idlePrev = timer._idlePrev;
  if (timer._idlePrev) timer._idlePrev._idleNext = timer._idleNext;
  timer._idleNext = null;
  timer._idlePrev = null;
}

function oldest(list) {
  const timer = list._idlePrev;
  return timer === list ? null : timer;
}

// The list that was emptied last and still stands in the heap, or null.
let spare = null;

function addList(expiry, msecs) {
  if (spare !== null && spare.msecs === msecs) {
    const list = spare;
    spare = null;
    // Time only goes forward, so the list can only move towards the end.
    list.expiry = expiry;
    list.id = nextListId++;
    heap.sink(list);
    return list;
  }
  const list = new TimersList(expiry, msecs, nextListId++);
  file(msecs, list);
  heap.add(list);
  return list;
}

// The list of a duration that has timers, or undefined.
function listOf(msecs) {
  if (spare !== null && spare.msecs === msecs) return undefined;
  return filed(msecs);
}

// `list` ran empty.
function retire(list) {
  if (spare !== null && spare !== list) removeList(spare);
  spare = list;
}

function removeList(list) {
  if (filed(list.msecs) !== list) return;
  if (list === spare) spare = null;
  file(list.msecs, undefined);
  heap.remove(list);
}

// The head of `list` is not due yet: file the list under the moment it will be.
function postpone(list, timer, now) {
  list.expiry = MathMax(timer._idleStart + list.msecs, now + 1);
  list.id = nextListId++;
  heap.sink(list);
}

// The list that is due first. The spare one leaves when it gets here: nobody waits for it.
function firstList() {
  const list = heap.first();
  if (list === null || list !== spare) return list;
  removeList(list);
  return heap.first();
}

module.exports = { TimersList, append, unlink, oldest, addList, listOf, retire, removeList, postpone, firstList };
