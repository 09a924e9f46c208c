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
  ReflectGetOwnPropertyDescriptor,
  ReflectOwnKeys,
  ReflectSet,
  SafeMap,
  SafeSet,
  SafeWeakMap,
} = primordials;

const native = internalBinding('vm');
const { isProxy } = require('internal/util/types');

const states = new SafeWeakMap();

// How many contexts have been made.
let count = 0;

function contextify(sandbox) {
  count++;
  const { 0: context, 1: globalObject } = native.createContext();
  // Only their names: looking at a builtin makes it.
  const builtins = new SafeSet(ReflectOwnKeys(globalObject));
  const state = {
    context,
    globalObject,
    face: globalObject,
    Error: globalObject.Error,
    builtins,
    // The accessors that stand for properties of the sandbox.
    linked: new SafeMap(),
  };
  states.set(sandbox, state);
  const { linked } = state;
  const isDeclared = (key) => !linked.has(key) && !builtins.has(key) && ObjectPrototypeHasOwnProperty(globalObject, key);
  state.face = require('internal/vm/global_face').makeFace(sandbox, context, globalObject, {
    __proto__: null, isDeclared, link: (key) => link(state, sandbox, key),
  });
  return sandbox;
}

// A context whose global object is an ordinary one: what is returned is that object, and nothing stands between.
function makeVanilla() {
  count++;
  const { 0: context, 1: globalObject } = native.createContext();
  const face = require('internal/vm/global_face').makePlainFace(context, globalObject);
  states.set(face, { context, globalObject, face, Error: globalObject.Error, builtins: undefined, linked: undefined });
  return face;
}

// What leads the binding to the global object of a context.
const contextOf = (contextified) => states.get(contextified).context;

const isContextified = (sandbox) => states.has(sandbox);

// Makes the global's property stand for the sandbox's; false where it is a declared variable.
function link({ face, globalObject, linked }, sandbox, key) {
  if (linked.has(key)) return true;
  // A proxy is not asked what scripts do not ask for.
  const own = isProxy(sandbox) ? undefined : ReflectGetOwnPropertyDescriptor(sandbox, key);
  const isFixed = own?.configurable === false;
  const descriptor = {
    __proto__: null,
    configurable: !isFixed,
    enumerable: true,
    get() {
      const value = sandbox[key];
      // The sandbox may contain itself, and scripts know it by its face.
      return value === sandbox ? face : value;
    },
    // What cannot be written has no setter: a strict script is told, a sloppy one is not.
    set: own?.writable === false ? undefined : (value) => { ReflectSet(sandbox, key, value); },
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

// Forbids a context to make code of strings or of WebAssembly.
function limitCode(contextified, { strings, wasm }) {
  const { context, globalObject } = states.get(contextified);
  if (strings === false) native.forbidEval(context, 'Code generation from strings disallowed for this context');
  if (wasm !== false) return;
  const { WebAssembly } = globalObject;
  const { CompileError } = WebAssembly;
  const refuse = (name) => {
    WebAssembly[name] = function() {
      throw new CompileError(`WebAssembly.${name}(): Wasm code generation disallowed by embedder`);
    };
  };
  refuse('Module');
  const refuseLater = (name) => {
    WebAssembly[name] = async () => {
      throw new CompileError(`WebAssembly.${name}(): Wasm code generation disallowed by embedder`);
    };
  };
  refuseLater('compile');
  refuseLater('instantiate');
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

module.exports = { contextCount: () => count, contextOf, contextify, limitCode, makeVanilla, isContextified, withSandbox };
