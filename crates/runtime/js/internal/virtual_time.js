// The engine's own clocks in virtual time: Date, Temporal.Now and Intl.DateTimeFormat read the loop's clock. And
// Math.random, which draws from the run's seed.
//
// Run in every context before anything else is, so that primordials and programs alike find these. For the same
// reason it takes what it needs from the globals itself. Not here: performance, hrtime and timers, which ask the
// loop in any case.
//
// A program should not be able to tell. The engine shows a bound function as it shows a native one, by the name of
// what is bound; a method that needs its receiver can not be bound and shows its source.
'use strict';

const { apply, construct } = Reflect;
const { defineProperties, defineProperty, getOwnPropertyDescriptor } = Object;
const { bind } = Function.prototype;

function hide(target, key, value) {
  defineProperty(target, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

// A function that looks native.
function native(fn, name, length) {
  const bound = apply(bind, fn, [undefined]);
  const fixed = (value) => ({ __proto__: null, value, writable: false, enumerable: false, configurable: true });
  defineProperties(bound, { __proto__: null, name: fixed(name), length: fixed(length) });
  return bound;
}

function replaceDate(now) {
  const Engine = Date;
  const { prototype } = Engine;
  const { toString } = prototype;
  const moment = () => construct(Engine, [now()]);

  // A function and not a class: Date can be called.
  const Virtual = function Date(...parts) {
    if (new.target === undefined) return apply(toString, moment(), []);
    return construct(Engine, parts.length === 0 ? [now()] : parts, new.target);
  };
  // What `instanceof` and a construction without subclass find behind the bound function.
  Virtual.prototype = prototype;

  const Replacement = native(Virtual, 'Date', Engine.length);
  hide(Replacement, 'parse', Engine.parse);
  hide(Replacement, 'UTC', Engine.UTC);
  hide(Replacement, 'now', native(now, 'now', 0));
  defineProperty(Replacement, 'prototype', {
    __proto__: null, value: prototype, writable: false, enumerable: false, configurable: false,
  });
  hide(prototype, 'constructor', Replacement);
  hide(globalThis, 'Date', Replacement);
}

function replaceIntl(now) {
  const { prototype } = Intl.DateTimeFormat;
  const { formatToParts } = prototype;
  hide(prototype, 'formatToParts', {
    formatToParts(date) {
      return apply(formatToParts, this, [date === undefined ? now() : date]);
    },
  }.formatToParts);

  const { get } = getOwnPropertyDescriptor(prototype, 'format');
  const { get: find, set: keep } = WeakMap.prototype;
  const replacements = new WeakMap();
  // Each formatter has one function `format`, bound to it.
  defineProperty(prototype, 'format', {
    __proto__: null,
    get() {
      const format = apply(get, this, []);
      let replacement = apply(find, replacements, [format]);
      if (replacement === undefined) {
        replacement = native((date) => format(date === undefined ? now() : date), '', 1);
        apply(keep, replacements, [format, replacement]);
      }
      return replacement;
    },
    set: undefined,
    enumerable: false,
    configurable: true,
  });
}

function replaceTemporal(nowUs) {
  const { Instant, Now } = Temporal;
  const { fromEpochNanoseconds } = Instant;
  const BigInteger = BigInt;
  const instant = () => apply(fromEpochNanoseconds, Instant, [BigInteger(nowUs()) * 1000n]);
  hide(Now, 'instant', native(instant, 'instant', 0));
}

// sfc32, a small generator that passes the usual tests. Its state is the four numbers of the seed, which are random
// themselves; the first dozen results, in which they can still be made out, are thrown away.
function replaceRandom(a, b, c, counter) {
  const next = () => {
    const result = (a + b | 0) + counter | 0;
    counter = counter + 1 | 0;
    a = b ^ b >>> 9;
    b = c + (c << 3) | 0;
    c = (c << 21 | c >>> 11) + result | 0;
    return result >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  // 53 bits, as many as a number between 0 and 1 holds.
  const { random } = { random() { return ((next() >>> 5) * 0x4000000 + (next() >>> 6)) / 0x20000000000000; } };
  hide(Math, 'random', native(random, 'random', 0));
}

// `nowUs` gives the time of day in whole microseconds, `seed` is four whole numbers.
module.exports = function install(nowUs, seed) {
  replaceRandom(seed[0], seed[1], seed[2], seed[3]);
  const { floor } = Math;
  // A method, because those can not be constructed, and neither can what is bound to one.
  const { now } = { now() { return floor(nowUs() / 1000); } };
  replaceDate(now);
  replaceIntl(now);
  if (typeof Temporal === 'object') replaceTemporal(nowUs);
};
