// The loader of CommonJS modules: all of it that a program whose only file requires nothing can do without.
//
// The class and `require` are internal/modules/module, which calls what is exported here. A file is read, prepared and
// compiled by the `modules` binding in one call, its text never becoming a string of this side, unless a program has
// put its own `_compile` or extension handler in the way.
'use strict';

const {
  ArrayIsArray, ArrayPrototypeConcat, ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeJoin,
  ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSplice, Error, JSONParse, ObjectCreate,
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectKeys, ObjectPrototype, ObjectPrototypeHasOwnProperty,
  ObjectSetPrototypeOf, Proxy, ReflectApply, SafeMap, SafeWeakMap, StringPrototypeCharCodeAt, StringPrototypeEndsWith,
  StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
} = primordials;
const binding = internalBinding('modules');
const { dirname, resolve: resolvePath } = require('internal/path/posix');
const { isBuiltin, loadBuiltin } = require('internal/builtins');
const { isFailure, resolveError, sourceError } = require('internal/modules/failures');
const { bindHost } = require('internal/modules/host');
const entry = require('internal/process/entry');
const {
  Module, kFormat, kIsCachedByESMLoader, kIsExecuting, kIsMainSymbol, kURL, makeRequire, ownCompile, run, state,
} = require('internal/modules/module');
const { foldersAbove, isFileUrl, pathToUrl, urlToPath } = require('internal/modules/file_url');

const parents = new SafeWeakMap();
// What a module exported when it was done: an import sees that, whatever becomes of `module.exports`.
const loadedExports = new SafeWeakMap();
// Those whose file is an ES module.
const esModules = new SafeWeakMap();
// From `directory NUL request` to a file name: the same request from the same folder is resolved once.
const resolved = new SafeMap();

// What hooks have said of a module: its URL, or its format and source once they are known.
const hooked = new SafeWeakMap();

// Gives a module its parent.
function adopt(module, parent) {
  parents.set(module, parent);
  updateChildren(parent, module, false);
}

function updateChildren(parent, child, scan) {
  const children = parent?.children;
  if (children !== undefined && !(scan && ArrayPrototypeIncludes(children, child))) ArrayPrototypePush(children, child);
}

function parentOf(module) {
  warnAboutParent();
  return parents.get(module);
}

function setParent(module, parent) {
  warnAboutParent();
  parents.set(module, parent);
}

let warnedAboutParent = false;

function warnAboutParent() {
  if (warnedAboutParent || !require('internal/options').getOptionValue('--pending-deprecation')) return;
  warnedAboutParent = true;
  process.emitWarning(
    'module.parent is deprecated due to accuracy issues. Please use require.main to find program entry point instead.',
    'DeprecationWarning', 'DEP0144',
  );
}

// The folders a bare request is looked for in, from `from` upwards.
Module._nodeModulePaths = function(from) {
  return foldersAbove(resolvePath(from));
};

Module._initPaths = function() {
  setGlobalPaths(process.env.HOME, process.env.NODE_PATH);
};

function setGlobalPaths(home, nodePath) {
  const paths = nodePath ? ArrayPrototypeFilter(StringPrototypeSplit(nodePath, ':'), (path) => path !== '') : [];
  if (home) ArrayPrototypePush(paths, resolvePath(home, '.node_modules'), resolvePath(home, '.node_libraries'));
  ArrayPrototypePush(paths, resolvePath(process.execPath, '..', '..', 'lib', 'node'));
  globalPaths = paths;
  Module.globalPaths = ArrayPrototypeSlice(paths);
}

let globalPaths;

function modulePaths() {
  if (globalPaths === undefined) {
    // What the process was started with, without making `process.env`.
    const { environmentVariable } = internalBinding('process');
    setGlobalPaths(environmentVariable('HOME'), environmentVariable('NODE_PATH'));
  }
  return globalPaths;
}

function isRelative(request) {
  return StringPrototypeCharCodeAt(request, 0) === 46 /* . */ && (request.length === 1 || request === '..' ||
    StringPrototypeStartsWith(request, './') || StringPrototypeStartsWith(request, '../'));
}

// 0 for a file, 1 for a folder, else a negative errno.
Module._stat = function(filename) {
  try {
    return require('fs').statSync(filename).isDirectory() ? 1 : 0;
  } catch (error) {
    if (typeof error.errno !== 'number') throw error;
    return error.errno;
  }
};

Module._resolveLookupPaths = function(request, parent) {
  if (isBuiltin(request)) return null;
  if (!isRelative(request)) {
    const paths = modulePaths();
    return parent?.paths?.length ? ArrayPrototypeConcat(parent.paths, paths) : paths;
  }
  if (!parent?.id || !parent.filename) return ['.'];
  return [dirname(parent.filename)];
};

Module._findPath = function(request, paths, isMain) {
  if (paths == null || StringPrototypeStartsWith(request, '/')) paths = [];
  const key = `${request}\0${ArrayPrototypeJoin(paths, '\0')}`;
  const known = Module._pathCache[key];
  if (known !== undefined) return known;
  const folders = [];
  for (let i = 0; i < paths.length; i++) folders[i] = resolvePath(paths[i]);
  const found = binding.findPath(request, folders, ObjectKeys(Module._extensions), isMain === true);
  if (found === undefined) return false;
  if (typeof found === 'string') return Module._pathCache[key] = found;
  if (found[0] !== 'invalid main') throw resolveError(found);
  const { 1: path, 2: place, 3: main } = found;
  process.emitWarning(
    `Invalid 'main' field in '${place}' of '${main}'. Please either fix that or report it to the module author`,
    'DeprecationWarning', 'DEP0128',
  );
  return Module._pathCache[key] = path;
};

function requireStackOf(parent) {
  const stack = [];
  for (let at = parent; at; at = parents.get(at) ?? (at instanceof Module ? undefined : at.parent)) {
    ArrayPrototypePush(stack, at.filename || at.id);
  }
  return stack;
}

Module._resolveFilename = function(request, parent, isMain, options) {
  if (isBuiltin(request)) return request;
  let paths;
  if (typeof options === 'object' && options !== null && options.paths !== undefined) {
    paths = pathsFromOptions(request, options.paths);
  } else if (StringPrototypeStartsWith(request, '/')) {
    paths = [];
  } else {
    paths = Module._resolveLookupPaths(request, parent);
  }
  if (!isRelative(request) && !StringPrototypeStartsWith(request, '/')) {
    const hasNoFile = parent?.id === 'internal/preload' || (parent?.id === '<repl>' && !parent.filename);
    const from = hasNoFile ? `${process.cwd()}/_` : parent?.filename;
    const scoped = from ? binding.resolveScoped(request, from) : undefined;
    if (typeof scoped === 'string') return scoped;
    if (scoped !== undefined) throw resolveError(scoped);
  }
  const filename = Module._findPath(request, paths, isMain);
  if (filename) return filename;
  const requireStack = requireStackOf(parent);
  let message = `Cannot find module '${request}'`;
  if (requireStack.length > 0) message += `\nRequire stack:\n- ${ArrayPrototypeJoin(requireStack, '\n- ')}`;
  const error = new Error(message);
  error.code = 'MODULE_NOT_FOUND';
  error.requireStack = requireStack;
  throw error;
};

function pathsFromOptions(request, given) {
  if (!ArrayIsArray(given)) {
    const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_VALUE('options.paths', given);
  }
  if (isRelative(request)) return given;
  const stand = new Module('', null);
  const paths = [];
  for (let i = 0; i < given.length; i++) {
    stand.paths = Module._nodeModulePaths(given[i]);
    const lookup = Module._resolveLookupPaths(request, stand);
    for (let j = 0; j < lookup.length; j++) {
      if (!ArrayPrototypeIncludes(paths, lookup[j])) ArrayPrototypePush(paths, lookup[j]);
    }
  }
  return paths;
}

Module._load = function(request, parent, isMain) {
  const { hooks } = state;
  if (hooks !== undefined) return loadWithHooks(hooks, request, parent, isMain);
  let key;
  if (parent) {
    key = `${parent.path}\0${request}`;
    const filename = resolved.get(key);
    if (filename !== undefined) {
      const cached = Module._cache[filename];
      if (cached !== undefined) return exportsOfCached(cached, parent);
      resolved.delete(key);
    }
  }
  if (StringPrototypeStartsWith(request, 'node:')) {
    if (isBuiltin(request)) return loadBuiltin(request);
    const { codes: { ERR_UNKNOWN_BUILTIN_MODULE } } = require('internal/errors');
    throw new ERR_UNKNOWN_BUILTIN_MODULE(request);
  }
  const filename = Module._resolveFilename(request, parent, isMain);
  const cached = Module._cache[filename];
  if (cached !== undefined) return exportsOfCached(cached, parent);
  if (isBuiltin(filename)) return loadBuiltin(filename);
  return loadNew(filename, parent, isMain, key, undefined);
};

function loadNew(filename, parent, isMain, key, url) {
  const module = new Module(filename, parent);
  if (url !== undefined) hooked.set(module, { __proto__: null, url });
  if (isMain) {
    entry.mainModule = module;
    module.id = '.';
    module[kIsMainSymbol] = true;
  } else {
    module[kIsMainSymbol] = false;
  }
  Module._cache[filename] = module;
  if (key !== undefined) resolved.set(key, filename);
  loadOrForget(module, filename, parent, key);
  return module.exports;
}

function resolveWithHooks(hooks, request, parent, isMain, options) {
  const parentURL = parent?.filename ? pathToUrl(parent.filename) : undefined;
  return hooks.resolveWithHooks(request, parentURL, undefined, (request) => {
    if (isBuiltin(request)) return builtinResult(request);
    const filename = Module._resolveFilename(request, parent, isMain, options);
    return isBuiltin(filename) ? builtinResult(filename) : { __proto__: null, url: pathToUrl(filename), format: undefined };
  }).url;
}

function builtinResult(id) {
  return { __proto__: null, url: StringPrototypeStartsWith(id, 'node:') ? id : `node:${id}`, format: 'builtin' };
}

// A URL that is no file's is its own file name.
function filenameOf(url) {
  return isFileUrl(url) ? urlToPath(url) : url;
}

function loadWithHooks(hooks, request, parent, isMain) {
  const url = resolveWithHooks(hooks, request, parent, isMain, undefined);
  if (StringPrototypeStartsWith(url, 'node:')) {
    hooks.loadWithHooks(url, undefined, () => 'builtin', () => ({ __proto__: null, source: null, format: 'builtin' }));
    return loadBuiltin(url);
  }
  const filename = filenameOf(url);
  const cached = Module._cache[filename];
  if (cached !== undefined) return exportsOfCached(cached, parent);
  return loadNew(filename, parent, isMain, undefined, url);
}

function formatForHooks(url) {
  const format = binding.format(filenameOf(url));
  if (isFailure(format) || format === 'ambiguous') return undefined;
  return format === 'ambiguous-typescript' ? 'typescript' : format;
}

// Loads a module from what its hooks give, if it came through them.
function loadHooked(module, filename) {
  const given = hooked.get(module);
  if (given === undefined) return false;
  hooked.delete(module);
  let { format, source } = given;
  if (given.url !== undefined) {
    const { hooks } = state;
    if (hooks === undefined) return false;
    ({ format, source } = hooks.loadWithHooks(given.url, undefined, formatForHooks, (url, context) => {
      const source = require('fs').readFileSync(filenameOf(`${url}`), 'utf8');
      return { __proto__: null, source, format: context.format };
    }));
    source = hooks.textOf(source);
  }
  if (extensionOf(filename) === '.json') module.exports = parseJson(filename, source);
  else module._compile(source, filename, KNOWN_FORMATS[format]);
  return true;
}

// What else a hook may call a source is looked at for itself.
const KNOWN_FORMATS = {
  '__proto__': null, 'commonjs': 'commonjs', 'commonjs-typescript': 'commonjs-typescript', 'module': 'module',
  'module-typescript': 'module-typescript', 'typescript': 'ambiguous-typescript',
};

// A module that throws while loading leaves no trace in the caches.
function loadOrForget(module, filename, parent, key) {
  let threw = true;
  try {
    module.load(filename);
    threw = false;
  } finally {
    if (threw) {
      delete Module._cache[filename];
      if (key !== undefined) resolved.delete(key);
      const children = parent?.children;
      if (children !== undefined) {
        const index = ArrayPrototypeIndexOf(children, module);
        if (index !== -1) ArrayPrototypeSplice(children, index, 1);
      }
    } else {
      leaveCycle(module);
    }
  }
}

function leaveCycle(module) {
  if (sawCycle && isPlain(module.exports) && ObjectGetPrototypeOf(module.exports) === circularPrototype) {
    ObjectSetPrototypeOf(module.exports, ObjectPrototype);
  }
}

// The program's own file is done, which internal/modules/module has run.
function finishMain(module, exports) {
  loadedExports.set(module, exports);
  leaveCycle(module);
}

// Whether a file has begun to run and is not done.
function isRunning(filename) {
  const module = Module._cache[filename];
  return module !== undefined && !module.loaded && module[kIsExecuting] !== false;
}

function exportsOfCached(module, parent) {
  updateChildren(parent, module, true);
  if (!module.loaded && esModules.has(module)) {
    const { codes: { ERR_REQUIRE_CYCLE_MODULE } } = require('internal/errors');
    const from = parents.get(module)?.filename;
    throw new ERR_REQUIRE_CYCLE_MODULE(
      `Cannot require() ES Module ${module.filename} in a cycle.${from ? ` (from ${from})` : ''}`);
  }
  if (!module.loaded && module[kIsExecuting] !== false) return exportsInCycle(module);
  return module.exports;
}

// In a cycle a module sees exports that are not complete. Reading one that is not there warns, as in Node.
const circularPrototype = new Proxy({}, {
  get(target, property) {
    if (property in target || property === '__esModule') return target[property];
    warnAboutCycle(property);
    return undefined;
  },
  getOwnPropertyDescriptor(target, property) {
    if (ObjectPrototypeHasOwnProperty(target, property) || property === '__esModule') {
      return ObjectGetOwnPropertyDescriptor(target, property);
    }
    warnAboutCycle(property);
    return undefined;
  },
});

function warnAboutCycle(property) {
  process.emitWarning(
    `Accessing non-existent property '${String(property)}' of module exports inside circular dependency`,
  );
}

let sawCycle = false;

function isPlain(exports) {
  return typeof exports === 'object' && exports !== null && !require('internal/util/types').isProxy(exports);
}

function exportsInCycle(module) {
  const { exports } = module;
  if (isPlain(exports) && ObjectGetPrototypeOf(exports) === ObjectPrototype && !exports.__esModule) {
    sawCycle = true;
    ObjectSetPrototypeOf(exports, circularPrototype);
  }
  return exports;
}

// The longest registered extension of a file name: `.test.js` before `.js`.
function extensionOf(filename) {
  const name = StringPrototypeSlice(filename, StringPrototypeLastIndexOf(filename, '/') + 1);
  for (let at = StringPrototypeIndexOf(name, '.', 0); at !== -1; at = StringPrototypeIndexOf(name, '.', at + 1)) {
    if (at === 0) continue;
    const extension = StringPrototypeSlice(name, at);
    if (Module._extensions[extension]) return extension;
  }
  return '.js';
}

function load(module, filename) {
  module.filename ??= filename;
  module.paths ??= Module._nodeModulePaths(dirname(filename));
  module[kIsCachedByESMLoader] = false;
  module[kURL] = undefined;
  module[kFormat] = undefined;
  if (!loadHooked(module, filename)) Module._extensions[extensionOf(filename)](module, filename);
  module.loaded = true;
  loadedExports.set(module, module.exports);
}

function requireFrom(module, id) {
  if (typeof id !== 'string' || id === '') refuseId(id);
  return Module._load(id, module, false);
}

function refuseId(id) {
  require('internal/validators').validateString(id, 'id');
  const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
  throw new ERR_INVALID_ARG_VALUE('id', id, 'must be a non-empty string');
}

function compile(module, content, filename, format) {
  const isModule = format === 'module' || format === 'module-typescript';
  const language = format !== undefined && StringPrototypeEndsWith(format, 'typescript') ? 1 : 0;
  if (isModule) return requireEsModule(module, filename, format, content);
  if (wrapSource !== undefined) return runWrapped(module, filename, content);
  const detects = format === undefined || StringPrototypeStartsWith(format, 'ambiguous');
  return runCompiled(module, filename, binding.compileCommonJs(filename, content, language, detects), language, content);
}

// Set by node:module when a program has put its own wrapper in the place of ours.
let wrapSource;

function setWrap(wrap) {
  wrapSource = wrap;
}

// A text in the program's own wrapper, if it has one.
function wrapped(content) {
  return wrapSource?.(content);
}

function runWrapped(module, filename, content) {
  const wrapper = binding.evaluateScript(wrapSource(content), filename);
  const { exports } = module;
  return ReflectApply(wrapper, exports, [exports, makeRequire(module), module, filename, dirname(filename)]);
}

function runCompiled(module, filename, compiled, language, source) {
  if (compiled === undefined) {
    const format = language === 1 ? 'module-typescript' : 'module';
    require('internal/modules/esm').warnAboutType(pathToUrl(filename), filename);
    return requireEsModule(module, filename, format, source);
  }
  if (isFailure(compiled)) throw sourceError(filename, filename, compiled);
  const { 0: outer, 1: uses } = compiled;
  const wrapper = uses === 0 ? outer : bindHost(outer, uses, () => pathToUrl(filename));
  return run(module, wrapper, filename, dirname(filename));
}

function loadScript(module, filename) {
  let format = binding.format(filename);
  if (isFailure(format)) throw resolveError(format);
  if (format === undefined || format === 'json' || format === 'wasm' || format === 'addon') format = 'ambiguous';
  if (module._compile !== ownCompile || wrapSource !== undefined) {
    const content = binding.readSource(filename);
    if (isFailure(content)) throw sourceError(filename, filename, content);
    module._compile(content, filename, format);
    return;
  }
  const language = StringPrototypeEndsWith(format, 'typescript') ? 1 : 0;
  if (format === 'module' || format === 'module-typescript') {
    requireEsModule(module, filename, format, undefined);
    return;
  }
  const detects = StringPrototypeStartsWith(format, 'ambiguous');
  runCompiled(module, filename, binding.compileCommonJs(filename, undefined, language, detects), language, undefined);
}

function loadJsonFile(module, filename) {
  const content = binding.readSource(filename);
  if (isFailure(content)) throw sourceError(filename, filename, content);
  module.exports = parseJson(filename, content);
}

function parseJson(filename, content) {
  try {
    return JSONParse(content);
  } catch (error) {
    error.message = `${filename}: ${error.message}`;
    throw error;
  }
}

// By way of process.dlopen, which programs replace.
function loadAddon(module, filename) {
  return process.dlopen(module, require('path').toNamespacedPath(filename));
}

// require() of an ES module: its namespace, or what it exports as 'module.exports'.
function requireEsModule(module, filename, format, source) {
  const esm = require('internal/modules/esm');
  if (module[kIsMainSymbol] === true) {
    require('internal/modules/run_main').runModuleEntry(() => {
      entry.mainModule = undefined;
      return esm.importMain(pathToUrl(filename));
    });
    return;
  }
  esModules.set(module, true);
  const namespace = esm.requireModule(filename, parents.get(module)?.filename, { __proto__: null, format, source });
  module.exports = exportsOfNamespace(namespace);
}

const facades = new SafeWeakMap();

function exportsOfNamespace(namespace) {
  if (ObjectPrototypeHasOwnProperty(namespace, 'module.exports')) return namespace['module.exports'];
  if (!ObjectPrototypeHasOwnProperty(namespace, 'default') || ObjectPrototypeHasOwnProperty(namespace, '__esModule')) {
    return namespace;
  }
  // Tools that tell default exports by `__esModule` find it on a module that was required.
  let facade = facades.get(namespace);
  if (facade === undefined) {
    const environment = ObjectCreate(null);
    const names = ObjectKeys(namespace);
    ArrayPrototypePush(names, '__esModule');
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      ObjectDefineProperty(environment, name, {
        __proto__: null, enumerable: true, configurable: true,
        get: name === '__esModule' ? () => true : () => namespace[name],
      });
    }
    facade = require('internal/modules/namespace').makeNamespace(environment);
    facades.set(namespace, facade);
  }
  return facade;
}

// A CommonJS module whose turn came in the evaluation of ES modules. `given` is what hooks have put in the place of its file.
function loadForImport(path, isMain, given) {
  const cached = Module._cache[path];
  if (cached !== undefined) return loadedExports.has(cached) ? loadedExports.get(cached) : cached.exports;
  const module = new Module(path, undefined);
  if (isMain) {
    entry.mainModule = module;
    module.id = '.';
  }
  module[kIsMainSymbol] = isMain;
  Module._cache[path] = module;
  if (given !== undefined) hooked.set(module, given);
  loadOrForget(module, path, undefined, undefined);
  return module.exports;
}

// The value of a JSON file that is imported, from its text if that was read already.
function loadJson(path, text) {
  const cached = Module._cache[path];
  if (cached?.loaded) return cached.exports;
  const module = new Module(path, undefined);
  if (text === undefined) Module._extensions['.json'](module, path);
  else module.exports = parseJson(path, text);
  module.filename = path;
  module.paths = Module._nodeModulePaths(module.path);
  module.loaded = true;
  Module._cache[path] = module;
  return module.exports;
}

// require.resolve of a module.
function resolveFrom(module, request, options) {
  validateRequest(request);
  const { hooks } = state;
  if (hooks === undefined) return Module._resolveFilename(request, module, false, options);
  const url = resolveWithHooks(hooks, request, module, false, options);
  return StringPrototypeStartsWith(url, 'node:') ? request : filenameOf(url);
}

// require.resolve.paths of a module.
function lookupPathsFrom(module, request) {
  validateRequest(request);
  return Module._resolveLookupPaths(request, module);
}

function validateRequest(request) {
  if (typeof request !== 'string') require('internal/validators').validateString(request, 'request');
}

function createRequire(filename) {
  let path;
  const isUrlObject = typeof filename === 'object' && filename !== null && typeof filename.href === 'string';
  if (isUrlObject || (typeof filename === 'string' && !StringPrototypeStartsWith(filename, '/'))) {
    const text = isUrlObject ? filename.href : filename;
    if (isFileUrl(text)) path = urlToPath(text);
  } else if (typeof filename === 'string') {
    path = filename;
  }
  if (path === undefined) {
    const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_VALUE('filename', filename, 'must be a file URL object, file URL string, or absolute path string');
  }
  const isFolder = StringPrototypeEndsWith(path, '/');
  const module = new Module(isFolder ? `${path}noop.js` : path);
  module.filename = module.id;
  module.paths = Module._nodeModulePaths(module.path);
  return makeRequire(module);
}

// As a static, because a preloaded module may replace it.
Module.runMain = function(main = entry.path) {
  require('internal/modules/run_main').runMainFile(main);
};

// What has happened to the program's own file before there was any need for this one.
if (state.main !== undefined) parents.set(state.main, null);
if (state.isMainDone) loadedExports.set(state.main, state.mainExports);

module.exports = {
  Module, adopt, compile, createRequire, dirname, exportsOfNamespace, finishMain, isRunning, kIsMainSymbol, load, loadForImport, loadJson, loadJsonFile,
  loadAddon, loadScript, lookupPathsFrom, makeRequire, parentOf, parseJson, requireFrom, resolveFrom, setParent, setWrap, wrapped,
};
