// requestAnimationFrame, and when frames fall.
//
// Frames stand on a grid: the first at `phase` milliseconds after the first script has run, the others an interval apart. No
// specification says where that grid lies; the choice `frame` does (`early`: at once, `late`: after a whole interval), or
// --frame-phase. A frame is a task of the rendering source, and there is none unless a program asks for it. All callbacks
// of a frame get one timestamp, the moment of the grid; those asked for meanwhile wait for the next.
'use strict';

const { ArrayPrototypePush, MapPrototypeForEach, MathCeil, SafeMap, globalThis } = primordials;
const { loop } = internalBinding('options');
const { exactNow: now, shown } = require('web/window/clock');
const { invoke } = require('web/window/callbacks');
const { SOURCES, queueTask } = require('web/window/event_loop');
const deadlines = require('web/window/deadlines');
const context = require('internal/async_hooks/context');
const causes = require('internal/causes');
const { onceScriptRan } = require('web/window/lifecycle');
const { requireArguments, requireFunction } = require('web/window/arguments');

const intervalMs = 1000 / loop.frameRateHz;
const phaseMs = loop.framePhaseMs ?? (loop.choices.frame === 'early' ? 0 : intervalMs);

// By handle, in the order of asking: { callback, frame (of the async context), made }.
let waiting = new SafeMap();
let lastHandle = 0;
// The moment of the first frame, undefined while the first script runs.
let origin;
let deadline = null;
let lastFrame = -Infinity;
let afterwards = [];

onceScriptRan(() => {
  origin = now() + phaseMs;
  if (waiting.size > 0) schedule(origin, phaseMs === 0 ? SOURCES.firstFrame : SOURCES.rendering);
});

// The first moment of the grid that is not over and had no frame yet.
function nextMoment() {
  const moment = origin + MathCeil((now() - origin) / intervalMs) * intervalMs;
  if (moment < origin) return origin;
  // Half an interval, because the same moment can come out a rounding error apart.
  return moment - lastFrame < intervalMs / 2 ? moment + intervalMs : moment;
}

function schedule(moment, source) {
  deadline = deadlines.at(moment, () => queueTask(source, () => draw(moment)));
}

function draw(moment) {
  deadline = null;
  lastFrame = moment;
  const timestamp = shown(moment);
  const callbacks = waiting;
  waiting = new SafeMap();
  running = callbacks;
  if (causes.enabled) causes.begin('frame', undefined, undefined);
  // A cancelled callback leaves the map, and the walk does not come to it.
  MapPrototypeForEach(callbacks, ({ callback, frame, made }) => {
    context.current = frame;
    if (causes.enabled) causes.begin('frame callback', undefined, made);
    invoke(callback, globalThis, [timestamp]);
    if (causes.enabled) causes.end();
  });
  if (causes.enabled) causes.end();
  running = null;
  const callbacksOnce = afterwards;
  afterwards = [];
  for (let i = 0; i < callbacksOnce.length; i++) callbacksOnce[i]();
}

// Calls back when the frame that is asked for was drawn, at once if there is none.
function onceDrawn(callback) {
  if (waiting.size === 0) callback();
  else ArrayPrototypePush(afterwards, callback);
}

// The callbacks of the frame that is being drawn.
let running = null;

function requestAnimationFrame(callback) {
  requireArguments('requestAnimationFrame', 'Window', 1, arguments.length);
  requireFunction('requestAnimationFrame', 'Window', callback);
  const handle = ++lastHandle;
  waiting.set(handle, { callback, frame: context.current, made: causes.enabled ? causes.mark('frame callback') : undefined });
  if (deadline === null && origin !== undefined) schedule(nextMoment(), SOURCES.rendering);
  return handle;
}

function cancelAnimationFrame(handle) {
  requireArguments('cancelAnimationFrame', 'Window', 1, arguments.length);
  const number = handle | 0;
  if (running !== null) running.delete(number);
  waiting.delete(number);
  if (waiting.size === 0 && deadline !== null && running === null) {
    deadlines.cancel(deadline);
    deadline = null;
  }
}

module.exports = { cancelAnimationFrame, onceDrawn, requestAnimationFrame };
