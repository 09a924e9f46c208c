// node:module.
'use strict';

const {
  ArrayIsArray, ObjectDefineProperty, ObjectFreeze, Proxy, ReflectDefineProperty,
  StringPrototypeStartsWith,
} = primordials;
const binding = internalBinding('modules');
const { Module, createRequire, setWrap } = require('internal/modules/cjs');
const { isBuiltin, builtinModules } = require('internal/builtins');
const { lazyValues } = require('internal/util/lazy_members');

// The wrapper is only for show until a program replaces it, or a part of it.
let wrapper = new Proxy(['(function (exports, require, module, __filename, __dirname) { ', '\n});'], {
  set(target, key, value) {
    setWrap(wrapWith);
    target[key] = value;
    return true;
  },
  defineProperty(target, key, descriptor) {
    setWrap(wrapWith);
    return ReflectDefineProperty(target, key, descriptor);
  },
});
let wrap = (script) => `${wrapper[0]}${script}${wrapper[1]}`;

function wrapWith(script) {
  return wrap(script);
}

ObjectDefineProperty(Module, 'wrap', {
  __proto__: null,
  get() { return wrap; },
  set(value) {
    setWrap(wrapWith);
    wrap = value;
  },
});
ObjectDefineProperty(Module, 'wrapper', {
  __proto__: null,
  get() { return wrapper; },
  set(value) {
    setWrap(wrapWith);
    wrapper = value;
  },
});
Module.isBuiltin = (id) => typeof id === 'string' && isBuiltin(id);
Module.createRequire = createRequire;
Module.Module = Module;
Module.builtinModules = builtinModules();
Module._preloadModules = (requests) => {
  if (!ArrayIsArray(requests)) return;
  const { preloadRequire } = require('internal/modules/run_main');
  for (let i = 0; i < requests.length; i++) preloadRequire(requests[i]);
};
Module.syncBuiltinESMExports = function syncBuiltinESMExports() {
  require('internal/modules/synthetic').syncBuiltinESMExports();
};

Module.findPackageJSON = function findPackageJSON(specifier, base = undefined) {
  if (arguments.length === 0) {
    const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
    throw new ERR_MISSING_ARGS('specifier');
  }
  const { isFileUrl, pathToUrl, urlToPath } = require('internal/modules/file_url');
  const { resolve } = require('internal/modules/esm');
  const { dirname, resolve: resolvePath } = require('path');
  const text = `${specifier?.href ?? specifier}`;
  const from = base === undefined ? process.cwd() : `${base?.href ?? base}`;
  const fromPath = isFileUrl(from) ? urlToPath(from) : from;
  let path;
  if (isFileUrl(text)) path = urlToPath(text);
  else if (StringPrototypeStartsWith(text, '.') || StringPrototypeStartsWith(text, '/')) path = resolvePath(dirname(fromPath), text, 'x');
  else path = urlToPath(resolve(text, pathToUrl(fromPath)));
  const scope = binding.packageScope(path);
  return scope === undefined ? undefined : scope[0];
};

// Takes the types out of TypeScript, leaving what runs.
Module.stripTypeScriptTypes = function stripTypeScriptTypes(code, options = undefined) {
  require('internal/validators').validateString(code, 'code');
  const mode = options?.mode ?? 'strip';
  require('internal/validators').validateOneOf(mode, 'options.mode', ['strip', 'transform']);
  const { isFailure, sourceError } = require('internal/modules/failures');
  const stripped = binding.stripTypes(code);
  if (isFailure(stripped)) throw sourceError(options?.sourceUrl ?? '', '', stripped);
  return stripped;
};

Module.constants = ObjectFreeze({
  __proto__: null,
  compileCacheStatus: ObjectFreeze({ __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 }),
});
Module.enableCompileCache = function enableCompileCache() {
  return { status: Module.constants.compileCacheStatus.DISABLED };
};
Module.getCompileCacheDir = function getCompileCacheDir() {
  return undefined;
};
Module.flushCompileCache = function flushCompileCache() {};
Module.findSourceMap = function findSourceMap(path) {
  return require('internal/modules/source_map').findSourceMap(path);
};
lazyValues(Module, 'internal/modules/source_map', ['SourceMap']);
Module.getSourceMapsSupport = function getSourceMapsSupport() {
  return require('internal/modules/source_map').support();
};
Module.setSourceMapsSupport = function setSourceMapsSupport(enabled, options = undefined) {
  require('internal/modules/source_map').setSupport(enabled, options);
};

Module.registerHooks = function registerHooks(hooks) {
  return require('internal/modules/hooks').registerHooks(hooks);
};

Module.register = function register(specifier, parentURL = undefined, options = undefined) {
  return require('internal/modules/register').register(specifier, parentURL, options);
};

module.exports = Module;
