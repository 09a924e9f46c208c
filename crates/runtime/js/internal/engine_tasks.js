// The APIs whose results the engine delivers by itself, and from when on the loop has to look for them.
//
// Until a program touches one of these globals, the loop does not ask the engine for anything. Promises
// of WebAssembly keep the loop alive until they are settled, as in Node.
'use strict';

const { FunctionPrototypeCall, ObjectDefineProperty, PromisePrototypeThen, ReflectApply, globalThis } = primordials;
const { watch, hold, release } = internalBinding('engine_tasks');

function defineOnTouch(name, value, onTouch) {
  function settle(replacement) {
    ObjectDefineProperty(globalThis, name, {
      __proto__: null, value: replacement, writable: true, enumerable: false, configurable: true,
    });
  }
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get() {
      settle(value);
      onTouch(value);
      return value;
    },
    set: settle,
  });
}

// Replaces a function that returns a promise by one that holds the loop until the promise is settled.
function holdWhilePending(object, name) {
  const original = object[name];
  if (typeof original !== 'function') return;
  const wrapped = {
    [name](...args) {
      const promise = ReflectApply(original, this, args);
      hold();
      PromisePrototypeThen(promise, release, release);
      return promise;
    },
  }[name];
  ObjectDefineProperty(object, name, { __proto__: null, value: wrapped, writable: true, enumerable: true, configurable: true });
}

function install() {
  if (globalThis.WebAssembly !== undefined) {
    defineOnTouch('WebAssembly', globalThis.WebAssembly, (WebAssembly) => {
      watch();
      for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) holdWhilePending(WebAssembly, name);
    });
  }
  defineOnTouch('FinalizationRegistry', globalThis.FinalizationRegistry, watch);
  const { waitAsync } = globalThis.Atomics;
  if (typeof waitAsync !== 'function') return;
  ObjectDefineProperty(globalThis.Atomics, 'waitAsync', {
    __proto__: null,
    configurable: true,
    enumerable: false,
    writable: true,
    value: function(typedArray, index, value, timeout) {
      watch();
      return FunctionPrototypeCall(waitAsync, this, typedArray, index, value, timeout);
    },
  });
}

module.exports = { install };
