// Promises that the engine settles by itself and that keep the loop alive until they are, as in Node.
//
// Installed when the first source is compiled that names one of the APIs the engine serves so; from then
// on the loop asks the engine for finished tasks.
'use strict';

const { ObjectDefineProperty, PromisePrototypeThen, ReflectApply, globalThis } = primordials;
const { hold, release } = internalBinding('engine_tasks');

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
  const { WebAssembly } = globalThis;
  if (WebAssembly === undefined) return;
  const names = ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming'];
  for (let i = 0; i < names.length; i++) holdWhilePending(WebAssembly, names[i]);
}

module.exports = { install };
