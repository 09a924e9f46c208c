// Who waited for what made an error: the `at async` lines of a stack.
//
// The engine's stack of a promise job ends where the job began. Who awaits what the job settles is read from the engine when
// an error is made (or, for one that the engine itself threw, when it is delivered to who awaits it), kept as it is, and
// turned into frames when a stack is read. A program that awaits nothing never loads this.
'use strict';

const {
  AggregateError, ArrayPrototypePush, Error, EvalError, FunctionPrototypeToString, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf, Promise, PromiseAll, PromiseAllSettled, PromiseAny, PromisePrototypeThen, PromiseRace, RangeError,
  ReferenceError, RegExpPrototypeExec, SafeWeakMap, StringPrototypeStartsWith, SymbolIterator,
  SyntaxError, TypeError, URIError, globalThis,
} = primordials;
const { bodyPlace, noteSample, suspension, waiters, waitersOf: waitersOfPromise, watchErrors } = internalBinding('errors');

const causes = internalBinding('options').values['--causes'] ? require('internal/errors/cause_record') : undefined;

// error -> { list, isDelivered }: flat lists as crates/jsc has them (error_hooks.rs).
const told = new SafeWeakMap();

function onError(error, list, isDelivered) {
  if (causes !== undefined) causes.onError(error);
  if (!told.has(error)) told.set(error, { list, isDelivered });
}

// Two values to iterate over, whatever a program has done to arrays.
function both(first, second) {
  let step = 0;
  const next = () => {
    step++;
    return { __proto__: null, value: step === 1 ? first : second, done: step === 3 };
  };
  return { __proto__: null, [SymbolIterator]: () => ({ __proto__: null, next }) };
}

// Promises that are waited for in all the ways there are, so that the native side sees how the engine keeps that.
function makeSamples() {
  const pending = () => new Promise(() => {});
  const awaited = pending();
  const sample = async () => { noteSample?.(); await awaited; };
  const generated = pending();
  const resolved = pending();
  const ofAll = pending();
  const ofAllSettled = pending();
  const ofAny = pending();
  const ofRace = pending();
  const text = FunctionPrototypeToString(sample);
  return [
    awaited, sample(),
    generated, (async function* () { await generated; })().next(),
    resolved, new Promise((resolve) => { PromisePrototypeThen(resolved, resolve); }),
    ofAll, PromiseAll(both(pending(), ofAll)),
    ofAllSettled, PromiseAllSettled(both(pending(), ofAllSettled)),
    ofAny, PromiseAny(both(pending(), ofAny)),
    ofRace, PromiseRace(both(pending(), ofRace)),
    RegExpPrototypeExec(/\{.*\}$/, text)[0].length, 'node:internal/errors/waiters',
  ];
}

let isWatching = false;

// Called before the first program that awaits runs.
function watch() {
  if (isWatching) return;
  isWatching = true;
  try {
    watchErrors(makeSamples(), onError, [
      Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError,
    ]);
  } catch {
    // A program has replaced what promises are made of; its stacks end where the jobs begin.
  }
}

// Who waits for the job that runs.
function waitersNow() {
  return isWatching ? waiters?.() : undefined;
}

// Who waited when the error was made in a promise job.
function waitersOf(error) {
  const entry = told.get(error);
  if (entry !== undefined) return entry.list;
  // The engine threw it, and nobody has been told of it yet: it is still in the job that it was made in.
  return waitersNow();
}

// An error with which the loop is about to reject a promise: no job runs, but who waits for the promise is known.
function rejectsWith(error, promise) {
  if (isWatching && !told.has(error)) told.set(error, { list: waitersOfPromise(promise) ?? [], isDelivered: false });
}

// Frames as internal/errors/stack has them.
function framesOf(list) {
  const frames = [];
  for (let i = 0; i < list.length; i += 3) {
    const frame = list[i + 1] === null && typeof list[i] === 'string' ?
      combinatorFrame(list[i], list[i + 2]) :
      functionFrame(list[i], list[i + 1], list[i + 2]);
    if (frame !== undefined) ArrayPrototypePush(frames, frame);
  }
  return frames;
}

function combinatorFrame(method, index) {
  return {
    name: method, typeName: 'Promise', url: undefined, line: 0, column: 0, constructs: false, isAsync: true, index,
  };
}

function functionFrame(body, receiver, point) {
  const place = bodyPlace(body);
  // The runtime's own waits are not the program's.
  if (place === undefined || StringPrototypeStartsWith(place[0], 'node:')) return undefined;
  const { 0: url, 1: line, 2: column } = place;
  const found = suspension(url, line, column, point);
  let name = ownName(body) || (found?.[3] ?? '');
  // The function that a module is compiled to.
  if (StringPrototypeStartsWith(name, '$$r')) name = '';
  const typeName = found?.[2] === true || StringPrototypeStartsWith(name, '#') ? undefined : typeNameOf(receiver);
  return {
    name, typeName, url, line: found?.[0] ?? line, column: found?.[1] ?? column, constructs: false, isAsync: true, index: undefined,
  };
}

function ownName(body) {
  const name = ObjectGetOwnPropertyDescriptor(body, 'name')?.value;
  return typeof name === 'string' ? name : '';
}

// What V8 calls the class of a receiver; undefined where there is none to speak of.
function typeNameOf(receiver) {
  switch (typeof receiver) {
    case 'undefined': return undefined;
    case 'number': return 'Number';
    case 'string': return 'String';
    case 'boolean': return 'Boolean';
    case 'bigint': return 'BigInt';
    case 'symbol': return 'Symbol';
    case 'function':
      try {
        if (StringPrototypeStartsWith(FunctionPrototypeToString(receiver), 'class')) return ownName(receiver) || 'Function';
      } catch {
        // A proxy of a function.
      }
      return 'Function';
  }
  if (receiver === null || receiver === globalThis) return undefined;
  try {
    for (let object = receiver; object !== null; object = ObjectGetPrototypeOf(object)) {
      const constructor = ObjectGetOwnPropertyDescriptor(object, 'constructor')?.value;
      if (typeof constructor === 'function') return ownName(constructor) || 'Object';
    }
  } catch {
    // A proxy whose traps throw.
  }
  return 'Object';
}

module.exports = { framesOf, rejectsWith, typeNameOf, waitersNow, waitersOf, watch };
