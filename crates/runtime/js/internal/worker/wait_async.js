// Atomics.waitAsync, and Atomics.notify for those who wait by it, in whatever thread of the program they are.
//
// The engine gives its own to no context of its API. Who waits is kept by the native half under one lock, and told through a
// channel of its thread; nothing here keeps the program alive. A notification reaches the threads that sleep in Atomics.wait
// first, and those who wait by a promise with what is left of its count.
'use strict';

const {
  Atomics, AtomicsNotify, BigInt, BigIntAsIntN, MathMax, Number, ObjectDefineProperty, PromiseWithResolvers, RangeError, SafeMap,
  String, TypeError, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;

const { isSharedArrayBuffer } = require('internal/util/types');
const binding = internalBinding('workers');

const elementBytes = { __proto__: null, Int32Array: 4, BigInt64Array: 8 };
const MAX_TIMER_MS = 2 ** 31 - 1;

// By number: { resolve, timer }.
const waiting = new SafeMap();
let last = 0;
let isOpen = false;

function open() {
  if (isOpen) return;
  isOpen = true;
  const channel = binding.openAsyncWaits();
  if (channel === 0) return;
  const { Control } = require('internal/worker/control');
  new Control(channel, (number) => {
    if (typeof number === 'number') settle(number, 'ok');
  }).setRef(false);
}

function settle(number, result) {
  const waiter = waiting.get(number);
  if (waiter === undefined) return;
  waiting.delete(number);
  if (waiter.timer !== undefined) require('timers').clearTimeout(waiter.timer);
  waiter.resolve(result);
}

// Where the element is, or the error of what is no place to wait at.
function placeOf(typedArray, index) {
  const name = TypedArrayPrototypeGetSymbolToStringTag(typedArray);
  const bytes = elementBytes[name];
  if (bytes === undefined) throw new TypeError(`${name === undefined ? String(typedArray) : `[object ${name}]`} is not an int32 or BigInt64 typed array.`);
  const buffer = TypedArrayPrototypeGetBuffer(typedArray);
  if (!isSharedArrayBuffer(buffer)) throw new TypeError(`[object ${name}] is not a shared typed array.`);
  const at = toIndex(index);
  if (at >= TypedArrayPrototypeGetLength(typedArray)) throw new RangeError('Invalid atomic access index');
  return { __proto__: null, buffer, bytes, offset: TypedArrayPrototypeGetByteOffset(typedArray) + at * bytes };
}

function toIndex(index) {
  const number = Number(index);
  const whole = number !== number ? 0 : number - number % 1;
  if (whole < 0 || whole > Number.MAX_SAFE_INTEGER) throw new RangeError('Invalid atomic access index');
  return whole;
}

function waitAsync(typedArray, index, value, timeout) {
  const { buffer, bytes, offset } = placeOf(typedArray, index);
  let low;
  let high;
  if (bytes === 8) {
    const wide = BigIntAsIntN(64, toBigInt(value));
    low = Number(wide & 0xffffffffn);
    high = Number((wide >> 32n) & 0xffffffffn);
  } else {
    low = (+value | 0) >>> 0;
  }
  const limit = timeout === undefined ? Infinity : +timeout;
  const ms = limit !== limit ? Infinity : MathMax(limit, 0);
  open();
  const number = ++last;
  if (!binding.waitAsync(buffer, offset, low, high, number)) return { async: false, value: 'not-equal' };
  if (ms === 0) {
    binding.giveUpWait(number);
    return { async: false, value: 'timed-out' };
  }
  const { promise, resolve } = PromiseWithResolvers();
  const waiter = { __proto__: null, resolve, timer: undefined };
  waiting.set(number, waiter);
  if (ms <= MAX_TIMER_MS) {
    waiter.timer = require('timers').setTimeout(() => {
      waiter.timer = undefined;
      if (binding.giveUpWait(number)) settle(number, 'timed-out');
    }, ms);
    waiter.timer.unref();
  }
  return { async: true, value: promise };
}

function toBigInt(value) {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') throw new TypeError(`Cannot convert ${value} to a BigInt`);
  return BigInt(value);
}

function notify(typedArray, index, count) {
  const limit = count === undefined ? Infinity : MathMax(+count, 0) || 0;
  const woken = AtomicsNotify(typedArray, index, limit);
  const name = TypedArrayPrototypeGetSymbolToStringTag(typedArray);
  const buffer = TypedArrayPrototypeGetBuffer(typedArray);
  if (woken >= limit || !isSharedArrayBuffer(buffer)) return woken;
  const offset = TypedArrayPrototypeGetByteOffset(typedArray) + toIndex(index) * elementBytes[name];
  return woken + binding.notifyAsync(buffer, offset, limit - woken);
}

function install(target = Atomics) {
  const members = { waitAsync, notify };
  const names = ['waitAsync', 'notify'];
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(target, names[i], {
      __proto__: null, value: members[names[i]], writable: true, enumerable: false, configurable: true,
    });
  }
}

module.exports = { install };
