// The global scope in which lines run: the program's own, or one of the server's.
'use strict';

const {
  ArrayPrototypeConcat, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames, SafeSet, StringPrototypeIncludes, StringPrototypeStartsWith,
  globalThis,
} = primordials;

const { builtinModules, loadBuiltin } = require('internal/builtins');

function publicModules() {
  const ids = builtinModules();
  const names = [];
  for (let i = 0; i < ids.length; i++) {
    if (!StringPrototypeStartsWith(ids[i], '_')) names[names.length] = ids[i];
  }
  return names;
}

function makeScope(server) {
  if (server.useGlobal) return globalThis;
  const vm = require('vm');
  const context = vm.createContext();
  // What the language gives is the context's own.
  const own = new SafeSet(vm.runInContext('Object.getOwnPropertyNames(globalThis)', context));
  const names = ObjectGetOwnPropertyNames(globalThis);
  for (let i = 0; i < names.length; i++) {
    if (own.has(names[i])) continue;
    ObjectDefineProperty(context, names[i], { __proto__: null, ...ObjectGetOwnPropertyDescriptor(globalThis, names[i]) });
  }
  context.global = context;
  const { Console } = require('console');
  ObjectDefineProperty(context, 'console', {
    __proto__: null, configurable: true, writable: true, enumerable: false, value: new Console(server.output),
  });
  return context;
}

function defineModule(server, context) {
  const { Module, makeRequire } = require('internal/modules/cjs');
  const module = new Module('<repl>');
  module.paths = ArrayPrototypeConcat(Module._nodeModulePaths(cwd()), Module._resolveLookupPaths('<repl>', { paths: [], id: '<repl>' }) ?? []);
  const define = (name, value) => ObjectDefineProperty(context, name, {
    __proto__: null, configurable: true, writable: true, enumerable: false, value,
  });
  define('module', module);
  define('exports', module.exports);
  define('require', makeRequire(module));
}

// A folder that is gone has no modules.
function cwd() {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

function defineBuiltins(context) {
  const ids = publicModules();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (StringPrototypeIncludes(id, '/') || StringPrototypeStartsWith(id, 'node:') || id === 'console' || id === 'process') continue;
    const replace = (value) => ObjectDefineProperty(context, id, {
      __proto__: null, value, configurable: true, enumerable: true, writable: true,
    });
    ObjectDefineProperty(context, id, {
      __proto__: null,
      configurable: true,
      enumerable: false,
      get() {
        const value = loadBuiltin(id);
        ObjectDefineProperty(context, id, { __proto__: null, value, configurable: true, enumerable: false, writable: true });
        return value;
      },
      set: replace,
    });
  }
}

// `_` and `_error`: the last value and the last error, until a program takes the name for itself.
function defineLast(server, context) {
  const define = (name, field, flag) => ObjectDefineProperty(context, name, {
    __proto__: null,
    configurable: true,
    get: () => server[field],
    set(value) {
      server[field] = value;
      if (server[flag]) return;
      server[flag] = true;
      server.output.write(`Expression assignment to ${name} now disabled.\n`);
    },
  });
  define('_', 'last', 'underscoreAssigned');
  define('_error', 'lastError', 'underscoreErrAssigned');
}

function createContext(server) {
  const context = makeScope(server);
  defineBuiltins(context);
  defineModule(server, context);
  return context;
}

module.exports = { createContext, defineLast, publicModules };
