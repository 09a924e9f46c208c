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
    const module = { exports: {} };
    const body = vm.compileFunction(fs.readFileSync(file, 'utf8'), parameters, { filename: file });
    body(module.exports, requireBuiltin, module, internalBinding, captured);
  }
  return captured;
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

// No two values share a structure here, so that nothing is taken for known.
let nextStructure = 0;

function utilBinding() {
  const real = exposed();
  return {
    cellType(value) {
      return cellTypes.findIndex((is) => is(value)) + 1;
    },
    structureId() {
      return nextStructure++;
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

// The names that builtins take from `primordials`, grouped as the build groups them: { owner: [statics, members] }.
function primordialNames() {
  const names = new Set();
  for (const file of fs.readdirSync(root, { recursive: true })) {
    if (!file.endsWith('.js')) continue;
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    for (const [, list] of source.matchAll(/\{([^{}]*)\}\s*= primordials/g)) {
      for (const item of list.replace(/\/\/.*/g, '').split(',')) names.add(item.split(/[:=]/)[0].trim());
    }
    for (const [, name] of source.matchAll(/\bprimordials\.([\w$]+)/g)) names.add(name);
  }
  names.delete('');
  return grouped(names);
}

function grouped(names) {
  const rust = fs.readFileSync(path.join(root, '../src/primordial_names.rs'), 'utf8');
  const [, list] = /OWNERS: &\[&str\] = &\[([^\]]*)\]/.exec(rust);
  const owners = [...list.matchAll(/"(\w+)"/g)].map(([, owner]) => owner).sort((a, b) => b.length - a.length);
  const groups = { '': [[], []] };
  for (const name of names) {
    const owner = owners.find((candidate) => name.startsWith(candidate)) ?? '';
    groups[owner] ??= [[], []];
    const suffix = name.slice(owner.length);
    if (owner !== '' && suffix.startsWith('Prototype')) groups[owner][1].push(suffix.slice('Prototype'.length));
    else groups[owner][0].push(suffix);
  }
  return groups;
}

const bindings = new Map([['util', utilBinding], ['stdio', stdioBinding], ['primordial_names', primordialNames]]);
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
