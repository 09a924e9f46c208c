// The class Module and the function `require`, and how the program's own file is run with them.
//
// This is what a program pays for that requires nothing. The rest of the loader, internal/modules/cjs, is ten times as
// much; the first call of a method loads it, or the first look at the class, which programs reach through
// `module.constructor` alone.
'use strict';

const { FunctionPrototype, ObjectDefineProperty, ReflectApply, Symbol } = primordials;
const { publicId, requireBuiltin } = internalBinding('builtins');
const entry = require('internal/process/entry');

const kIsMainSymbol = Symbol('kIsMainSymbol');
const kIsCachedByESMLoader = Symbol('kIsCachedByESMLoader');
const kURL = Symbol('kURL');
const kFormat = Symbol('kFormat');
const kIsExecuting = Symbol('kIsExecuting');

const { call } = FunctionPrototype;

// What the loaders share, and internal/modules/cjs finds when it is loaded.
const state = {
  __proto__: null,
  isPreloading: false,
  // internal/modules/hooks, while a program has hooks registered.
  hooks: undefined,
  // The thread with the hooks of module.register(), once there is one.
  thread: undefined,
  // The program's own file, if it was run from here, and once it is done what it exported then.
  main: undefined,
  isMainDone: false,
  mainExports: undefined,
};

let loaded;

function loader() {
  return loaded ??= require('internal/modules/cjs');
}

function Module(id = '', parent) {
  fill(this, id, loader().dirname(id));
  loader().adopt(this, parent);
}

function fill(module, id, path) {
  module.id = id;
  module.path = path;
  // Not an assignment: Object.prototype may have a setter of that name.
  ObjectDefineProperty(module, 'exports', { __proto__: null, value: {}, writable: true, enumerable: true, configurable: true });
  module.filename = null;
  module.loaded = false;
  module.children = [];
}

Module._cache = { __proto__: null };
Module._pathCache = { __proto__: null };
Module._extensions = {
  __proto__: null,
  '.js': function(module, filename) { loader().loadScript(module, filename); },
  '.json': function(module, filename) { loader().loadJsonFile(module, filename); },
  '.node': function(module, filename) { return loader().loadAddon(module, filename); },
};
Module.globalPaths = [];

function defineAccessor(name, get, set) {
  ObjectDefineProperty(Module.prototype, name, { __proto__: null, get, set, configurable: true, enumerable: false });
}

defineAccessor('constructor', () => loader().Module, undefined);
defineAccessor('isPreloading', () => state.isPreloading, undefined);
defineAccessor('parent', function() { return loader().parentOf(this); }, function(parent) { loader().setParent(this, parent); });
Module.prototype.load = function(filename) { loader().load(this, filename); };
Module.prototype.require = function(id) {
  const builtin = loaded === undefined ? requireDirectly(id) : undefined;
  return builtin === undefined ? loader().requireFrom(this, id) : builtin;
};
Module.prototype._compile = function(content, filename, format) { return loader().compile(this, content, filename, format); };

const { _compile: ownCompile } = Module.prototype;

// A builtin that a program asks for before there is anything to ask the loader. Nobody has had the class in hand then, so
// that nothing of it is replaced; `require.cache` may have something of the same name.
function requireDirectly(id) {
  if (typeof id !== 'string' || state.hooks !== undefined || Module._cache[id] !== undefined) return undefined;
  const builtin = publicId(id);
  return builtin === undefined ? undefined : requireBuiltin(builtin);
}

// The function `require` of one module.
function makeRequire(module) {
  const require = function require(path) {
    // A program may have replaced Module.prototype.require.
    return module.require(path);
  };
  require.resolve = function resolve(request, options) {
    return loader().resolveFrom(module, request, options);
  };
  require.resolve.paths = function paths(request) {
    return loader().lookupPathsFrom(module, request);
  };
  // Not an assignment: Object.prototype may have a setter of that name.
  ObjectDefineProperty(require, 'main', {
    __proto__: null, value: entry.mainModule, writable: true, enumerable: true, configurable: true,
  });
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}

// Calls the function that a module was compiled to.
function run(module, wrapper, filename, folder) {
  const { exports } = module;
  module[kIsExecuting] = true;
  try {
    const require = makeRequire(module);
    // The engine compiles `.call` to a plain call; ReflectApply would be a frame in every stack.
    if (wrapper.call === call) return wrapper.call(exports, exports, require, module, filename, folder);
    return ReflectApply(wrapper, exports, [exports, require, module, filename, folder]);
  } finally {
    module[kIsExecuting] = false;
  }
}

// Runs the program's file if it is plain CommonJS, as Module._load and all that it calls would. False if it is anything
// else, an error included: nothing has happened then.
function runMain(path) {
  const found = internalBinding('main_module').load(path);
  if (found === undefined) return false;
  const { 0: main, 1: filename, 2: folder, 3: paths, 4: outer, 5: uses } = found;
  entry.path = main;
  const module = { __proto__: Module.prototype };
  fill(module, '.', folder);
  entry.mainModule = state.main = module;
  module[kIsMainSymbol] = true;
  Module._pathCache[`${main}\0`] = filename;
  Module._cache[filename] = module;
  module.filename = filename;
  module.paths = paths;
  module[kIsCachedByESMLoader] = false;
  module[kURL] = undefined;
  module[kFormat] = undefined;
  evaluateMain(module, uses === 0 ? outer : bindMain(outer, uses, filename), filename, folder);
  return true;
}

// A module that throws while loading leaves no trace in the cache.
function evaluateMain(module, wrapper, filename, folder) {
  try {
    run(module, wrapper, filename, folder);
    module.loaded = true;
    state.mainExports = module.exports;
    state.isMainDone = true;
  } finally {
    if (!state.isMainDone) delete Module._cache[filename];
  }
  loaded?.finishMain(module, state.mainExports);
}

function bindMain(outer, uses, filename) {
  return require('internal/modules/host').bindHost(outer, uses, () => require('internal/modules/file_url').pathToUrl(filename));
}

module.exports = {
  Module, fill, kFormat, kIsCachedByESMLoader, kIsExecuting, kIsMainSymbol, kURL, makeRequire, ownCompile, run, runMain, state,
};
