// Modules that are not compiled: builtins, JSON, and CommonJS modules seen from ES modules.
'use strict';

const {
  ArrayPrototypeIncludes, ArrayPrototypePush, ObjectGetOwnPropertyDescriptor, ObjectKeys, ObjectPrototypeHasOwnProperty, SafeSet,
} = primordials;
const binding = internalBinding('modules');
const { SyntheticModule } = require('internal/modules/record');
const { isFailure } = require('internal/modules/failures');

// Builtins that were imported, by id, for syncBuiltinESMExports.
const builtins = { __proto__: null };

function builtinModule(url, id) {
  const exports = require('internal/builtins').loadBuiltin(id);
  const names = ObjectKeys(exports);
  if (!ArrayPrototypeIncludes(names, 'default')) ArrayPrototypePush(names, 'default');
  const module = new SyntheticModule(url, names, () => {});
  setBuiltinExports(module, exports);
  builtins[id] = module;
  return module;
}

function setBuiltinExports(module, exports) {
  const { names } = module;
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (name === 'default') continue;
    const descriptor = ObjectGetOwnPropertyDescriptor(exports, name);
    // A getter is there to put work off; it keeps doing so.
    if (descriptor?.get !== undefined) module.setLazily(name, () => exports[name]);
    else module.set(name, descriptor?.value);
  }
  module.set('default', exports);
}

function syncBuiltinESMExports() {
  for (const id in builtins) setBuiltinExports(builtins[id], require('internal/builtins').loadBuiltin(id));
}

// A JSON file is one object, however it is loaded.
function jsonModule(url, path, text) {
  const module = new SyntheticModule(url, ['default'], () => {});
  const { loadJson, parseJson } = require('internal/modules/cjs');
  module.set('default', path === undefined ? parseJson(url, text) : loadJson(path, text));
  return module;
}

// The names a CommonJS module exports, those it passes on from others included.
function commonJsNames(path, source, language) {
  const names = { '__proto__': null, 'default': true, 'module.exports': true };
  collectNames(path, source, language, names, new SafeSet());
  return ObjectKeys(names);
}

function collectNames(path, source, language, names, visited) {
  if (visited.has(path)) return;
  visited.add(path);
  const found = binding.commonJsExports(path, source, language);
  if (isFailure(found)) return;
  const { 0: own, 1: reexports } = found;
  for (let i = 0; i < own.length; i++) names[own[i]] = true;
  const Module = require('internal/modules/cjs').Module;
  for (let i = 0; i < reexports.length; i++) {
    let target;
    try {
      target = Module._resolveFilename(reexports[i], Module._cache[path] ?? parentStandIn(Module, path), false);
    } catch {
      continue;
    }
    if (require('internal/builtins').isBuiltin(target)) {
      const keys = ObjectKeys(require('internal/builtins').loadBuiltin(target));
      for (let j = 0; j < keys.length; j++) names[keys[j]] = true;
      continue;
    }
    const format = binding.format(target);
    if (format === 'commonjs' || format === 'ambiguous') collectNames(target, undefined, 0, names, visited);
    else if (format === 'commonjs-typescript') collectNames(target, undefined, 1, names, visited);
  }
}

function parentStandIn(Module, path) {
  const { dirname } = require('internal/path/posix');
  return { __proto__: null, id: path, filename: path, path: dirname(path), paths: Module._nodeModulePaths(dirname(path)) };
}

// A CommonJS module as a dependency. It runs when its turn in the evaluation comes.
function commonJsModule(url, path, { language, source, isMain, format }) {
  const module = new SyntheticModule(url, commonJsNames(path, source, language), () => {
    const given = format === undefined ? undefined : { __proto__: null, format, source };
    const exports = require('internal/modules/cjs').loadForImport(path, isMain, given);
    const { names } = module;
    for (let i = 0; i < names.length; i++) {
      if (names[i] !== 'default' && names[i] !== 'module.exports') module.set(names[i], readExport(exports, names[i]));
    }
    module.set('default', exports);
    module.set('module.exports', exports);
  });
  module.isCommonJs = true;
  return module;
}

let warnedOfAddons = false;

// An addon, which is loaded as require() loads it. What it exports is known when it is, so there are no other names.
function addonModule(url, path) {
  if (!warnedOfAddons) {
    warnedOfAddons = true;
    process.emitWarning('Importing addons is an experimental feature and might change at any time', 'ExperimentalWarning');
  }
  const module = new SyntheticModule(url, ['default', 'module.exports'], () => {
    const exports = require('internal/modules/cjs').loadForImport(path, false, undefined);
    module.set('default', exports);
    module.set('module.exports', exports);
  });
  module.isCommonJs = true;
  return module;
}

function readExport(exports, name) {
  if (exports === null || (typeof exports !== 'object' && typeof exports !== 'function')) return undefined;
  if (!ObjectPrototypeHasOwnProperty(exports, name)) return undefined;
  try {
    return exports[name];
  } catch {
    // A getter that throws leaves its name without a value.
    return undefined;
  }
}

module.exports = { addonModule, builtinModule, jsonModule, commonJsModule, syncBuiltinESMExports };
