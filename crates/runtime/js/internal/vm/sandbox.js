'use strict';

// Contextified objects: a plain object that a script sees as its global scope.
//
// The script runs with a global object of its own, of which every property of the sandbox is an
// accessor, so that assignments reach the sandbox at once. What the script adds is moved into the sandbox
// when it has run; what it declares with `var` or `function` can not be turned into an accessor and is
// copied, out after each run and in before the next. A function that runs later and makes new globals
// is seen at the next run.

const {
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  ObjectPrototypeHasOwnProperty,
  ReflectDefineProperty,
  ReflectDeleteProperty,
  ReflectOwnKeys,
  SafeMap,
  SafeSet,
  SafeWeakMap,
} = primordials;

const native = internalBinding('vm');

const states = new SafeWeakMap();

function contextify(sandbox) {
  const { 0: context, 1: globalObject } = native.createContext();
  states.set(sandbox, {
    context,
    globalObject,
    Error: globalObject.Error,
    builtins: new SafeSet(ReflectOwnKeys(globalObject)),
    // The accessors that stand for properties of the sandbox.
    linked: new SafeMap(),
  });
  return sandbox;
}

// A context whose global object is an ordinary one: what is returned is that object, and nothing stands between.
function makeVanilla() {
  const { 0: context, 1: globalObject } = native.createContext();
  states.set(globalObject, { context, globalObject, Error: globalObject.Error, builtins: undefined, linked: undefined });
  return globalObject;
}

const isContextified = (sandbox) => states.has(sandbox);

// Makes the global's property stand for the sandbox's; false where it is a declared variable.
function link({ globalObject, linked }, sandbox, key) {
  if (linked.has(key)) return true;
  const descriptor = {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return sandbox[key]; },
    set(value) { sandbox[key] = value; },
  };
  if (!ReflectDefineProperty(globalObject, key, descriptor)) return false;
  linked.set(key, descriptor);
  return true;
}

function copyIn(state, sandbox) {
  const { globalObject, linked } = state;
  linked.forEach((accessor, key) => {
    if (ObjectPrototypeHasOwnProperty(sandbox, key)) return;
    linked.delete(key);
    ReflectDeleteProperty(globalObject, key);
  });
  const keys = ReflectOwnKeys(sandbox);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (link(state, sandbox, key)) continue;
    const descriptor = ObjectGetOwnPropertyDescriptor(globalObject, key);
    if (descriptor.writable) globalObject[key] = sandbox[key];
  }
}

function copyOut(state, sandbox) {
  const { builtins, globalObject, linked } = state;
  const keys = ReflectOwnKeys(globalObject);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (builtins.has(key) || linked.has(key)) continue;
    const descriptor = ObjectGetOwnPropertyDescriptor(globalObject, key);
    if (!('value' in descriptor)) {
      ObjectDefineProperty(sandbox, key, { __proto__: null, ...descriptor, configurable: true });
      continue;
    }
    sandbox[key] = descriptor.value;
    if (descriptor.configurable) link(state, sandbox, key);
  }
  // A deleted global is gone from the sandbox as well.
  linked.forEach((accessor, key) => {
    if (ObjectPrototypeHasOwnProperty(globalObject, key)) return;
    linked.delete(key);
    ReflectDeleteProperty(sandbox, key);
  });
}

// Runs `run(context, globalObject, Error)` with the sandbox as its global scope; `Error` is that of the context.
function withSandbox(sandbox, run) {
  const state = states.get(sandbox);
  if (state.linked === undefined) return run(state.context, state.globalObject, state.Error);
  copyIn(state, sandbox);
  try {
    return run(state.context, state.globalObject, state.Error);
  } finally {
    copyOut(state, sandbox);
  }
}

module.exports = { contextify, makeVanilla, isContextified, withSandbox };
