'use strict';
// Loads Roundel's builtin JavaScript files inside Node, so that one can be tried,
// and compared with Node's own module of the same name, without the engine.
//
// It is not a runtime: natives are mocks made from Node's public API. Run Node with
// `--expose-internals` to get exact proxy, promise and iterator previews; without it
// those three answer "unknown".
//
//     const { requireBuiltin } = require('./builtin_loader');
//     const { inspect } = requireBuiltin('internal/util/inspect');

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { types } = require('node:util');

const root = path.join(__dirname, '../../crates/runtime/js');
const parameters = ['exports', 'require', 'module', 'internalBinding', 'primordials'];
const cache = new Map();

// A builtin whose real file only makes sense on the engine: errors already carry
// Node's stack form here.
const replacements = new Map([
  ['internal/errors/stack', () => ({
    normalizeStack(error) { return error; },
    captureStackTrace: Error.captureStackTrace,
    callSites() { throw new Error('the mock has no call sites'); },
  })],
]);

function fileOf(id) {
  const relative = /^(?:internal|web|bootstrap)\//.test(id) ? `${id}.js` : `node/${id}.js`;
  return path.join(root, relative);
}

function requireBuiltin(id) {
  const name = id.startsWith('node:') ? id.slice(5) : id;
  const known = cache.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {}, id: name };
  cache.set(name, module);
  const replacement = replacements.get(name);
  if (replacement !== undefined) {
    module.exports = replacement();
    return module.exports;
  }
  const file = fileOf(name);
  if (!fs.existsSync(file)) {
    cache.delete(name);
    return nodeModule(name);
  }
  const source = `'use strict'; ${fs.readFileSync(file, 'utf8')}`;
  try {
    const body = vm.compileFunction(source, parameters, { filename: file });
    body(module.exports, requireBuiltin, module, internalBinding, primordials());
  } catch (error) {
    cache.delete(name);
    throw error;
  }
  return module.exports;
}

// Public modules that have no file yet come from Node itself.
function nodeModule(name) {
  if (!/^(?:internal|web|bootstrap)\//.test(name)) return require(`node:${name}`);
  throw new Error(`no builtin file for '${name}'`);
}

let captured;
function primordials() {
  if (captured === undefined) {
    captured = {};
    const file = fileOf('internal/primordials');
    if (fs.existsSync(file)) {
      const module = { exports: {} };
      const body = vm.compileFunction(fs.readFileSync(file, 'utf8'), parameters, { filename: file });
      const loaded = captured;
      body(module.exports, requireBuiltin, module, internalBinding, loaded);
      if (Object.keys(loaded).length === 0) captured = module.exports;
    } else {
      capture(captured);
    }
  }
  return captured;
}

function capture(target) {
  const { call, bind } = Function.prototype;
  const uncurryThis = bind.bind(call);
  const pascal = (key) => (typeof key === 'symbol' ?
    `Symbol${key.description[7].toUpperCase()}${key.description.slice(8)}` :
    `${key[0].toUpperCase()}${key.slice(1)}`);
  const copy = (object, prefix, wrap) => {
    for (const key of Reflect.ownKeys(object)) {
      if (typeof key === 'symbol' && !key.description?.startsWith('Symbol.')) continue;
      if (key === '') continue;
      const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
      const name = `${prefix}${pascal(key)}`;
      if ('get' in descriptor) {
        const getter = `${prefix}Get${pascal(key)}`;
        if (descriptor.get) target[getter] = wrap === undefined ? descriptor.get.bind(object) : wrap(descriptor.get);
        continue;
      }
      const { value } = descriptor;
      target[name] = typeof value === 'function' && wrap !== undefined ? wrap(value) :
        typeof value === 'function' && prefix !== '' && /^[a-z]/.test(String(key)) ? value.bind(object) : value;
    }
  };
  target.uncurryThis = uncurryThis;
  target.globalThis = globalThis;
  for (const name of ['Atomics', 'JSON', 'Math', 'Proxy', 'Reflect']) copy(globalThis[name], name);
  target.Proxy = Proxy;
  const constructors = ['AggregateError', 'Array', 'ArrayBuffer', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'Boolean',
    'DataView', 'Date', 'Error', 'EvalError', 'FinalizationRegistry', 'Float32Array', 'Float64Array', 'Function',
    'Int16Array', 'Int32Array', 'Int8Array', 'Map', 'Number', 'Object', 'Promise', 'RangeError', 'ReferenceError', 'RegExp',
    'Set', 'SharedArrayBuffer', 'String', 'Symbol', 'SyntaxError', 'TypeError', 'URIError', 'Uint16Array', 'Uint32Array',
    'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet'];
  for (const name of constructors) {
    target[name] = globalThis[name];
    copy(globalThis[name], name);
    copy(globalThis[name].prototype, `${name}Prototype`, uncurryThis);
  }
  const typedArray = Reflect.getPrototypeOf(Uint8Array);
  target.TypedArray = typedArray;
  copy(typedArray, 'TypedArray');
  copy(typedArray.prototype, 'TypedArrayPrototype', uncurryThis);
  target.TypedArrayPrototypeGetSymbolToStringTag =
    uncurryThis(Reflect.getOwnPropertyDescriptor(typedArray.prototype, Symbol.toStringTag).get);
  for (const name of ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'eval',
    'isNaN', 'parseInt', 'parseFloat', 'queueMicrotask']) target[name] = globalThis[name];
  for (const name of ['Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'WeakRef', 'FinalizationRegistry']) {
    target[`Safe${name}`] = class extends globalThis[name] {};
    Object.defineProperty(target[`Safe${name}`], 'name', { value: `Safe${name}` });
  }
  const applied = (name, fn) => { target[name] = (self, args) => Reflect.apply(fn, self, args); };
  applied('ArrayPrototypePushApply', Array.prototype.push);
  target.MathMaxApply = (args) => Math.max(...args);
  target.MathMinApply = (args) => Math.min(...args);
}

// The natives

function exposed() {
  try {
    const emit = process.emitWarning;
    process.emitWarning = () => {};
    try {
      return require('internal/test/binding').internalBinding('util');
    } finally {
      process.emitWarning = emit;
    }
  } catch {
    return undefined;
  }
}

// Numbers as opaque as the engine's: equal exactly for objects of one builtin class.
const cellTypes = [
  types.isProxy, types.isPromise, types.isMap, types.isSet, types.isWeakMap, types.isWeakSet, types.isMapIterator,
  types.isSetIterator, types.isDate, types.isRegExp, types.isNativeError, types.isArgumentsObject,
  types.isGeneratorObject, types.isAnyArrayBuffer, types.isDataView, types.isTypedArray,
];

function utilBinding() {
  const real = exposed();
  return {
    cellType(value) {
      return cellTypes.findIndex((is) => is(value)) + 1;
    },
    getProxyDetails(value) {
      if (!types.isProxy(value)) return undefined;
      return real === undefined ? undefined : real.getProxyDetails(value, true) ?? [null, null];
    },
    getPromiseDetails(promise) {
      return real === undefined ? [0, undefined] : real.getPromiseDetails(promise);
    },
    previewEntries(value) {
      return real === undefined ? undefined : real.previewEntries(value, true);
    },
  };
}

function stdioBinding() {
  return {
    guessHandleType() { return 'FILE'; },
    writeAll(fd, data) {
      fs.writeSync(fd, data);
      return 0;
    },
  };
}

const bindings = new Map([['util', utilBinding], ['stdio', stdioBinding]]);
const loadedBindings = new Map();

function internalBinding(name) {
  if (!loadedBindings.has(name)) {
    const make = bindings.get(name);
    if (make === undefined) throw new Error(`the mock has no binding '${name}'; give one with setBinding()`);
    loadedBindings.set(name, make());
  }
  return loadedBindings.get(name);
}

/** Gives the mock a native half: `make` is called once, at the first use. */
function setBinding(name, make) {
  bindings.set(name, make);
  loadedBindings.delete(name);
}

/** Stands in for one builtin file: `make` returns its exports. */
function setReplacement(id, make) {
  replacements.set(id, make);
  cache.delete(id);
}

module.exports = { requireBuiltin, internalBinding, setBinding, setReplacement, get primordials() { return primordials(); } };
