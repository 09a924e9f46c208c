// Modules of WebAssembly as data: each is kept with the bytes it was compiled from, so that it can be cloned and can go to another
// thread, where it is compiled again. The engine keeps them to itself.
'use strict';

const {
  ArrayBufferPrototypeSlice, DataViewPrototypeGetBuffer, DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset,
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptors, ReflectApply, ReflectConstruct, ReflectOwnKeys, SafeWeakMap, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength, TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const types = require('internal/util/types');

// By module.
const sources = new SafeWeakMap();
let EngineModule;

// A copy of what a module is about to be made of: the program may change it. Undefined for what is no bytes.
function bytesOf(source) {
  if (types.isArrayBuffer(source)) return new Uint8Array(ArrayBufferPrototypeSlice(source, 0));
  if (types.isSharedArrayBuffer(source)) return copyOf(new Uint8Array(source));
  if (types.isTypedArray(source)) {
    return copyOf(new Uint8Array(
      TypedArrayPrototypeGetBuffer(source), TypedArrayPrototypeGetByteOffset(source), TypedArrayPrototypeGetByteLength(source)));
  }
  if (types.isDataView(source)) {
    return copyOf(new Uint8Array(
      DataViewPrototypeGetBuffer(source), DataViewPrototypeGetByteOffset(source), DataViewPrototypeGetByteLength(source)));
  }
  return undefined;
}

function copyOf(bytes) {
  const copy = new Uint8Array(bytes.length);
  TypedArrayPrototypeSet(copy, bytes);
  return copy;
}

// `result` is what compile() or instantiate() gave for the bytes.
function keep(result, bytes) {
  if (bytes === undefined) return;
  const module = isModule(result) ? result : result?.module;
  if (isModule(module)) sources.set(module, bytes);
}

function isModule(value) {
  return EngineModule !== undefined && value instanceof EngineModule;
}

// Has the constructor remember.
function install(WebAssembly) {
  EngineModule = WebAssembly.Module;
  if (typeof EngineModule !== 'function') return;
  function Module(bytes) {
    if (new.target === undefined) return ReflectApply(EngineModule, this, arguments);
    const copy = bytesOf(bytes);
    const module = ReflectConstruct(EngineModule, arguments, new.target);
    sources.set(module, copy);
    return module;
  }
  const own = ObjectGetOwnPropertyDescriptors(EngineModule);
  const keys = ReflectOwnKeys(own);
  for (let i = 0; i < keys.length; i++) ObjectDefineProperty(Module, keys[i], own[keys[i]]);
  define(EngineModule.prototype, 'constructor', Module);
  define(WebAssembly, 'Module', Module);
}

function define(object, name, value) {
  ObjectDefineProperty(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

// In another thread nothing may have named WebAssembly yet.
function compile(bytes) {
  require('internal/engine_tasks').install();
  const module = new EngineModule(bytes);
  sources.set(module, bytes);
  return module;
}

const kinds = [{
  __proto__: null,
  name: 'WebAssembly.Module',
  is: (value) => sources.has(value),
  clone: (module) => compile(sources.get(module)),
  pack: (module) => sources.get(module),
  unpack: compile,
}];

module.exports = { bytesOf, install, keep, kinds };
