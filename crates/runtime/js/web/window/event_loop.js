// The event loop of a page: task queues by task source, and which of them is served next.
//
// The native loop asks for one task an iteration (`runTask`, in its check phase) and does not wait in poll while one is
// ready. Tasks of one source run in the order they were queued. Between sources the rank decides and, where ranks are equal,
// the order of queueing: which queue goes first is what the platform leaves open. The choice `queues` turns it for timers,
// and a chooser that is not plain is asked for every task. What is not due yet waits in web/window/deadlines.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeSort, ObjectFreeze } = primordials;
const { immediateInfo, COUNT, REF_COUNT } = internalBinding('timers');
const { loop } = internalBinding('options');
const { checkpoint, report } = require('web/window/callbacks');
const deadlines = require('web/window/deadlines');
const context = require('internal/async_hooks/context');
const { carriedContext } = require('web/window/carried_context');
const causes = require('internal/causes');

// A task source and its queue.
class Source {
  constructor(name, rank) {
    this.name = name;
    this.rank = rank;
    this.head = null;
    this.tail = null;
  }
}

class Task {
  constructor(source, callback, order) {
    this.source = source;
    this.callback = callback;
    this.order = order;
    this.frame = carriedContext();
    this.next = null;
    this.previous = null;
  }
}

const TIMER_RANKS = { '__proto__': null, 'posted': 40, 'timers-together': 40, 'timers-last': 41, 'timers-first': 39 };

// Smaller ranks go first.
const SOURCES = ObjectFreeze({
  __proto__: null,
  // The frame that the choice `frame` puts before everything that the first script has queued.
  firstFrame: new Source('rendering', 0),
  userBlockingContinuation: new Source('user-blocking continuation', 10),
  userBlocking: new Source('user-blocking', 20),
  userVisibleContinuation: new Source('user-visible continuation', 30),
  rendering: new Source('rendering', 40),
  postedMessage: new Source('posted message', 40),
  domManipulation: new Source('DOM manipulation', 40),
  userInteraction: new Source('user interaction', 40),
  networking: new Source('networking', 40),
  fileReading: new Source('file reading', 40),
  userVisible: new Source('user-visible', 40),
  idleTimeout: new Source('idle timeout', 40),
  immediate: new Source('immediate', 40),
  timer: new Source('timer', TIMER_RANKS[loop.choices.queues]),
  backgroundContinuation: new Source('background continuation', 50),
  background: new Source('background', 60),
  idle: new Source('idle', 70),
});
const sources = [];
for (const name in SOURCES) ArrayPrototypePush(sources, SOURCES[name]);
ArrayPrototypeSort(sources, (a, b) => a.rank - b.rank);

let lastOrder = 0;
let readyCount = 0;

// Closed for good: a worker ends after the task that runs.
let isClosing = false;

// How many tasks of this loop are ready. Immediates of Node's own modules are counted with them in the shared numbers only.
function ready() {
  return readyCount;
}

// Queues a task. It calls the program through `callbacks.invoke`, so that the checkpoint follows each callback.
function queueTask(source, callback) {
  const task = new Task(source, callback, ++lastOrder);
  if (isClosing) {
    task.callback = null;
    return task;
  }
  linkAfter(task, source.tail);
  changeCount(1);
  return task;
}

function cancelTask(task) {
  if (task.callback === null) return;
  task.callback = null;
  unlink(task);
  changeCount(-1);
}

// Gives a task to another source, where it stands by the time it was queued at.
function moveTask(task, source) {
  if (task.callback === null || task.source === source) return;
  unlink(task);
  task.source = source;
  let previous = source.tail;
  while (previous !== null && previous.order > task.order) ({ previous } = previous);
  linkAfter(task, previous);
}

// `previous` is null for the first place.
function linkAfter(task, previous) {
  const { source } = task;
  const next = previous === null ? source.head : previous.next;
  task.previous = previous;
  task.next = next;
  if (previous === null) source.head = task;
  else previous.next = task;
  if (next === null) source.tail = task;
  else next.previous = task;
}

function unlink(task) {
  const { source, previous, next } = task;
  if (previous === null) source.head = next;
  else previous.next = next;
  if (next === null) source.tail = previous;
  else next.previous = previous;
  task.previous = task.next = null;
}

// The door reads these numbers: poll may wait only at 0.
function changeCount(by) {
  readyCount += by;
  immediateInfo[COUNT] += by;
  immediateInfo[REF_COUNT] += by;
}

// Forgets what was queued, and takes no more.
function close() {
  isClosing = true;
  for (let i = 0; i < sources.length; i++) while (sources[i].head !== null) cancelTask(sources[i].head);
}

function takeTask() {
  let chosen = null;
  for (let i = 0; i < sources.length; i++) {
    const { rank, head } = sources[i];
    if (chosen !== null && rank > chosen.source.rank) break;
    if (head !== null && (chosen === null || head.order < chosen.order)) chosen = head;
  }
  if (chosen === null) return null;
  if (loop.choices.task !== undefined) chosen = chooseTask(chosen.source.rank);
  unlink(chosen);
  changeCount(-1);
  return chosen;
}

// One of the oldest tasks of each source of this rank.
function chooseTask(rank) {
  const heads = [];
  for (let i = 0; i < sources.length; i++) {
    const { head } = sources[i];
    if (head !== null && sources[i].rank === rank) ArrayPrototypePush(heads, head);
  }
  ArrayPrototypeSort(heads, (a, b) => a.order - b.order);
  return heads[loop.choices.task(heads.length)];
}

// Runs one task, if there is one, and the checkpoint after it.
function runTask() {
  deadlines.pass();
  const task = takeTask();
  if (task === null) return;
  const { callback } = task;
  task.callback = null;
  context.current = task.frame;
  if (causes.enabled) causes.begin('task', { __proto__: null, source: task.source.name }, undefined);
  try {
    callback();
  } catch (error) {
    report(error);
  }
  checkpoint();
  if (causes.enabled) causes.end();
  if (isClosing) internalBinding('process').reallyExit(0);
}

module.exports = { SOURCES, cancelTask, close, isClosed: () => isClosing, moveTask, queueTask, ready, runTask };
