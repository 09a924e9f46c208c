// What the engine calls or settles by itself, outside any script, and the callbacks that programs get of it.
//
// The engine calls only what is in this file: that notes what is to be delivered, and the door has it delivered, one
// callback each, with its ticks and microtasks. As in Node the result of a promise is a callback of its own, the clean-up
// of one registry is another, and if that throws, the rest of the registry waits for the next.
//
// Installed when the first source is compiled that names one of the APIs, and in a context of `vm` when a script is run
// there that does; from then on the loop asks the engine for finished tasks.
'use strict';

const {
  ArrayPrototypePush,
  ArrayPrototypeShift,
  FinalizationRegistry: EngineRegistry,
  ObjectDefineProperty,
  Promise,
  PromisePrototypeThen,
  ReflectApply,
  ReflectConstruct,
  SafeWeakMap,
  TypeError,
  globalThis,
} = primordials;
const { SETTLED, UNCLEAN, announce, hold, install: installDelivery, release } = internalBinding('engine_tasks');
const context = require('internal/async_hooks/context');

// Promises that the engine has settled: { settle, value }.
const settled = [];
// Registries of which objects are gone: { callback, held }.
const unclean = [];

function deliver(kind) {
  context.current = undefined;
  if (kind === UNCLEAN) {
    cleanUp(ArrayPrototypeShift(unclean));
  } else {
    const { settle, value } = ArrayPrototypeShift(settled);
    settle(value);
  }
}

installDelivery(deliver);

function cleanUp(registry) {
  const { callback, held } = registry;
  try {
    while (held.length !== 0) callback(ArrayPrototypeShift(held));
  } finally {
    if (held.length !== 0) announceRegistry(registry);
  }
}

function announceRegistry(registry) {
  ArrayPrototypePush(unclean, registry);
  announce(UNCLEAN);
}

// The class of registries whose callbacks come through the door, over the engine's own in a realm.
function registryClass(Registry, TypeError) {
  function FinalizationRegistry(cleanup) {
    if (new.target === undefined) throw new TypeError("Constructor FinalizationRegistry requires 'new'");
    if (typeof cleanup !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable');
    const registry = { __proto__: null, callback: cleanup, held: [] };
    const note = (held) => {
      if (ArrayPrototypePush(registry.held, held) === 1) announceRegistry(registry);
    };
    return ReflectConstruct(Registry, [note], new.target);
  }
  ObjectDefineProperty(FinalizationRegistry, 'prototype', { __proto__: null, value: Registry.prototype, writable: false });
  return FinalizationRegistry;
}

const FinalizationRegistry = registryClass(EngineRegistry, TypeError);

// The same promise, settled through the door. `note` is shown what it was fulfilled with.
function throughTheDoor(Promise, promise, isHeld, note = undefined) {
  if (isHeld) hold();
  return new Promise((resolve, reject) => {
    const deliverLater = (settle) => (value) => {
      if (isHeld) release();
      ArrayPrototypePush(settled, { settle, value });
      announce(SETTLED);
    };
    const deliverResult = deliverLater(resolve);
    PromisePrototypeThen(promise, (value) => {
      note?.(value);
      deliverResult(value);
    }, deliverLater(reject));
  });
}

// A call that was wrong has been answered by then.
function isSettled(promise) {
  const details = internalBinding('util').getPromiseDetails(promise);
  return details !== undefined && details[0] !== 0;
}

// Replaces a function that makes a module of bytes and returns a promise. Such a promise holds the loop until it is settled.
function replaceAsync(Promise, object, name) {
  const original = object[name];
  if (typeof original !== 'function') return;
  const { [name]: wrapped } = {
    [name](...args) {
      const { bytesOf, keep } = require('internal/wasm_modules');
      const bytes = bytesOf(args[0]);
      const promise = ReflectApply(original, this, args);
      return isSettled(promise) ? promise : throughTheDoor(Promise, promise, true, (result) => keep(result, bytes));
    },
  };
  ObjectDefineProperty(wrapped, 'length', { __proto__: null, value: original.length, configurable: true });
  ObjectDefineProperty(object, name, { __proto__: null, value: wrapped, writable: true, enumerable: true, configurable: true });
}

// Atomics.waitAsync holds nothing: whoever would notify is what keeps a program running.
function replaceWaitAsync(Promise, Atomics) {
  const original = Atomics.waitAsync;
  if (typeof original !== 'function') {
    require('internal/worker/wait_async').install(Atomics);
    return;
  }
  const { waitAsync } = {
    waitAsync(typedArray, index, value, timeout) {
      const result = ReflectApply(original, this, arguments);
      if (result.async) result.value = throughTheDoor(Promise, result.value, false);
      return result;
    },
  };
  define(Atomics, 'waitAsync', waitAsync);
}

function define(object, name, value) {
  ObjectDefineProperty(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

const installed = new SafeWeakMap();

// In this realm, or in that of another global object.
function install(target = globalThis) {
  if (installed.has(target)) return;
  installed.set(target, true);
  const isOwn = target === globalThis;
  const { Atomics, WebAssembly, FinalizationRegistry: Registry } = target;
  // What a script of the context has put there is not ours to call.
  const RealmPromise = isOwn ? Promise : target.Promise;
  if (WebAssembly !== undefined) {
    const names = ['compile', 'instantiate'];
    for (let i = 0; i < names.length; i++) replaceAsync(RealmPromise, WebAssembly, names[i]);
    if (isOwn) {
      require('internal/wasm_streaming').install(WebAssembly);
      require('internal/wasm_modules').install(WebAssembly);
    }
  }
  if (Atomics !== undefined) replaceWaitAsync(RealmPromise, Atomics);
  // A program may have its own, and an old loop has none.
  if (typeof Registry !== 'function' || (isOwn && Registry !== EngineRegistry)) return;
  const Replacement = isOwn ? FinalizationRegistry : registryClass(Registry, target.TypeError);
  define(Registry.prototype, 'constructor', Replacement);
  define(target, 'FinalizationRegistry', Replacement);
}

module.exports = { FinalizationRegistry, install };
