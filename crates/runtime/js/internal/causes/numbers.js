// The record of causes, told in numbers: where nobody but the recorder is told, texts are told once and have numbers from
// then on, and where in the program something was made is found by the native side, by the call that tells of it.
//
// While nobody reads what is recorded (--traceable) it is told of what is made and of what is gone, and of nothing else; of
// ticks, which are over before anybody could ask, not even of that.
//
// A tick is gone when it has been called back, which only a recording that describes it again has to be told. What needs no
// time of its own is not told by calls but through `told`, three numbers each; whatever is recorded next comes after it:
//
//   -id, 0, -               a callback begins where the last event was: a tick, or what the loop has called back for
//   -id, 1, -               it ends where the next event is, which is the drain of the queues: no tick is left
//   id, trigger, function   a tick is made, where nobody wants to know places (--trace-detail=light): the id, that of what
//                           made it, the number of its function's name
'use strict';

const { Map, MapPrototypeGet, MapPrototypeSet } = primordials;
const binding = internalBinding('causes');
const { beginNumbered, endNumbered, goneNumbered, madeNumbered, told } = binding;
const { tickInfo, HAS_TICK } = internalBinding('task_queue');
const { kindOf, nameOf, stackOf } = require('internal/causes');

module.exports = {
  made, enter: beginNumbered, leave: endNumbered, gone: goneNumbered, tickGone,
  enterNative: told === undefined ? beginNumbered : begins,
  leaveNative: told === undefined ? endNumbered : endsBeforeTicks,
  enterInner: nothing,
  leaveInner: nothing,
  enterTick: told === undefined ? beginNumbered : begins,
  leaveLast: told === undefined ? endNumbered : ends,
};

const numbers = new Map();

function numberOf(text) {
  let number = MapPrototypeGet(numbers, text);
  if (number === undefined) MapPrototypeSet(numbers, text, number = text === '' ? 0 : binding.numberOf(text));
  return number;
}

// What was made is mostly made a few frames below the program's own; taking a stack costs by its frames.
const FEW_FRAMES = 5;

binding.setPlaceFinder(() => placeIn(stackOf(made, FEW_FRAMES)) || placeIn(stackOf(made)));

const places = new Map();

// 0 if none of the frames is the program's.
function placeIn(stack) {
  let number = MapPrototypeGet(places, stack);
  if (number === undefined) MapPrototypeSet(places, stack, number = binding.numberOfPlace(stack));
  return number;
}

// Programs schedule the same function over and over.
let lastCallback;
let lastName = 0;

function numberOfFunction(callback) {
  if (callback !== lastCallback) {
    lastName = numberOf(nameOf(callback));
    lastCallback = callback;
  }
  return lastName;
}

function formOf(type, resource) {
  const { turn, callbackOf } = kindOf(type, resource);
  return { kindNumber: numberOf(type), turnNumber: numberOf(turn), callbackOf };
}

// Those there are most of.
const timeout = formOf('Timeout');
const tick = formOf('TickObject');
const tellsTicks = told !== undefined && !binding.places;
if (told !== undefined) binding.setTickTexts(tick.kindNumber, tick.turnNumber);

function made(asyncId, type, triggerAsyncId, resource) {
  if (type === 'Timeout') {
    const name = numberOfFunction(resource._onTimeout);
    madeNumbered(
      asyncId, triggerAsyncId, timeout.kindNumber, timeout.turnNumber, name, resource._idleTimeout, resource._repeat !== null,
    );
    return;
  }
  if (type === 'TickObject') {
    tickMade(asyncId, triggerAsyncId, numberOfFunction(resource.callback));
    return;
  }
  const form = formOf(type, resource);
  const name = numberOfFunction(form.callbackOf(resource));
  madeNumbered(asyncId, triggerAsyncId, form.kindNumber, form.turnNumber, name, undefined, false);
}

// The first of `told` is how many of the rest are used.
const STRIDE = 3;
const mostUsed = told === undefined ? 0 : told.length - 1 - STRIDE;

function tell(first, second) {
  let used = told[0];
  if (used > mostUsed) {
    binding.takeTold();
    used = 0;
  }
  told[used + 1] = first;
  told[used + 2] = second;
  told[0] = used + STRIDE;
  return used;
}

let hasToldTicks = false;

function tickMade(asyncId, triggerAsyncId, name) {
  if (tellsTicks) {
    told[tell(asyncId, triggerAsyncId) + 3] = name;
    return;
  }
  hasToldTicks = true;
  madeNumbered(asyncId, triggerAsyncId, tick.kindNumber, tick.turnNumber, name, undefined, false);
}

function begins(asyncId) {
  tell(-asyncId, 0);
}

function ends(asyncId) {
  tell(-asyncId, 1);
}

// Ticks are told without a call, and would begin where the last event was.
function endsBeforeTicks(asyncId) {
  if (tickInfo[HAS_TICK] === 0) ends(asyncId);
  else endNumbered(asyncId);
}

// What the native side calls back inside of another callback is no turn of the loop.
function nothing() {}

function tickGone(asyncId) {
  if (hasToldTicks && binding.describesAgain) goneNumbered(asyncId);
}
