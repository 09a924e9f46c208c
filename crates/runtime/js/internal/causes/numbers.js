// The record of causes, told in numbers: where nobody but the recorder is told, texts are told once and have numbers from
// then on, and where in the program something was made is found by the native side, by the call that tells of it.
//
// While nobody reads what is recorded (--traceable) it is told of what is made and of what is gone, and of nothing else; of
// ticks, which are over before anybody could ask, not even of that.
//
// A tick is gone when it has been called back, which only a recording that describes it again has to be told. Where nobody
// wants to know places (--trace-detail=light) ticks are not told by calls but through `ticks`: three numbers each, the
// id, that of what made it and the number of its function's name, or the id below zero, where its callback begins. Whatever
// is recorded next comes after them.
'use strict';

const { Map, MapPrototypeGet, MapPrototypeSet } = primordials;
const binding = internalBinding('causes');
const { beginNumbered, endNumbered, goneNumbered, isWanted, madeNumbered, ticks } = binding;
const { kindOf, nameOf, stackOf } = require('internal/causes');

module.exports = { made, enter, leave, gone: goneNumbered, enterTick: ticks === undefined ? enter : enterTick, tickGone };

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
if (ticks !== undefined) binding.setTickTexts(tick.kindNumber, tick.turnNumber);

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

// The first of `ticks` is how many of the rest are used.
const TICK = 3;
const mostUsed = ticks === undefined ? 0 : ticks.length - 1 - TICK;

function tell(first, second, third) {
  if (ticks[0] > mostUsed) binding.takeTicks();
  const used = ticks[0];
  ticks[used + 1] = first;
  ticks[used + 2] = second;
  ticks[used + 3] = third;
  ticks[0] = used + TICK;
}

let hasToldTicks = false;

function tickMade(asyncId, triggerAsyncId, name) {
  if (ticks !== undefined) {
    tell(asyncId, triggerAsyncId, name);
    return;
  }
  hasToldTicks = true;
  madeNumbered(asyncId, triggerAsyncId, tick.kindNumber, tick.turnNumber, name, undefined, false);
}

function enterTick(asyncId) {
  tell(-asyncId, 0, 0);
}

function tickGone(asyncId) {
  if (hasToldTicks && binding.describesAgain) goneNumbered(asyncId);
}

function enter(asyncId) {
  if (isWanted[0] === 1) beginNumbered(asyncId);
}

function leave(asyncId) {
  if (isWanted[0] === 1) endNumbered(asyncId);
}
