// mock.module(): other exports in the place of a module's, for `require` and `import` from then on.
//
// Hooks of the loaders turn the URL of a mocked module into one of the mock's own, whose source asks `node:test` for the
// exports. Without `cache` every request gets a URL of its own, and so a module that was never loaded.
'use strict';

const {
  ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap, JSONStringify, ObjectAssign, ObjectDefineProperty, ObjectKeys, RegExpPrototypeExec, SafeMap, StringPrototypeStartsWith, SymbolFor,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_STATE } } = require('internal/errors');
const { validateBoolean, validateObject, validateString } = require('internal/validators');

const PREFIX = 'file:///node-test-mock/';
// What the sources of mocks find their exports by.
const kMocked = SymbolFor('roundel.test.mocked');

const byUrl = new SafeMap();
const byId = new SafeMap();
let lastId = 0;
let isHooked = false;

class MockModuleContext {
  #url;
  #id;

  constructor(url, id) {
    this.#url = url;
    this.#id = id;
  }

  restore() {
    if (byUrl.get(this.#url)?.id === this.#id) byUrl.delete(this.#url);
  }
}

function hook() {
  if (isHooked) return;
  isHooked = true;
  const test = require('internal/builtins').loadBuiltin('node:test');
  ObjectDefineProperty(test, kMocked, { __proto__: null, value: (id) => byId.get(id) });
  const { registerHooks } = require('internal/modules/hooks');
  registerHooks({
    __proto__: null,
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const mock = byUrl.get(resolved.url);
      if (mock === undefined) return resolved;
      const isImport = context.importAttributes !== undefined;
      if (!mock.isCached) mock.loads++;
      const format = isImport ? 'module' : 'commonjs';
      return { __proto__: null, url: `${PREFIX}${mock.id}-${mock.loads}.${isImport ? 'mjs' : 'cjs'}`, format, shortCircuit: true };
    },
    load(url, context, next) {
      const match = RegExpPrototypeExec(/^file:\/\/\/node-test-mock\/(\d+)-\d+\.([mc])js$/, url);
      if (match === null) return next(url, context);
      const isImport = match[2] === 'm';
      return {
        __proto__: null, format: isImport ? 'module' : 'commonjs', source: isImport ? moduleSource(+match[1]) : commonJsSource(+match[1]), shortCircuit: true,
      };
    },
  });
}

function moduleSource(id) {
  const { exports } = byId.get(id);
  const names = ObjectKeys(exports);
  const lines = ArrayPrototypeMap(names, (name, index) => `const v${index} = exports[${JSONStringify(name)}]; export { v${index} as ${JSONStringify(name)} };`);
  return `import test from 'node:test'; const { exports } = test[Symbol.for('roundel.test.mocked')](${id});\n${ArrayPrototypeJoin(lines, '\n')}`;
}

function commonJsSource(id) {
  return `module.exports = require('node:test')[Symbol.for('roundel.test.mocked')](${id}).commonJs();`;
}

// What `require` gives: the default export with the others on it, or an object of those.
function commonJsExports(exports, hasDefault) {
  const { default: main, ...named } = exports;
  if (!hasDefault) return ObjectAssign({ __proto__: null }, named);
  const names = ObjectKeys(named);
  if (names.length > 0 && (main === null || (typeof main !== 'object' && typeof main !== 'function'))) {
    throw new ERR_INVALID_STATE('Cannot create mock: the default export can not have named exports');
  }
  ArrayPrototypeForEach(names, (name) => {
    main[name] = named[name];
  });
  return main;
}

function callerUrl(upTo) {
  const url = require('internal/errors/stack').callSites(1, upTo)[0]?.getFileName();
  if (typeof url !== 'string') return undefined;
  return StringPrototypeStartsWith(url, 'file:') ? url : require('internal/url/file_url').pathToFileURL(url).href;
}

function urlOf(specifier, base) {
  const { isBuiltin } = require('internal/builtins');
  if (isBuiltin(specifier)) return StringPrototypeStartsWith(specifier, 'node:') ? specifier : `node:${specifier}`;
  if (StringPrototypeStartsWith(specifier, 'file:')) return specifier;
  const { createRequire } = require('module');
  return require('internal/url/file_url').pathToFileURL(createRequire(base).resolve(specifier)).href;
}

function mockModule(specifier, options, upTo) {
  const { URL } = require('url');
  if (specifier instanceof URL) specifier = specifier.href;
  else if (typeof specifier !== 'string') throw new ERR_INVALID_ARG_TYPE('specifier', ['string', 'URL'], specifier);
  validateString(specifier, 'specifier');
  validateObject(options, 'options');
  require('internal/test_runner/experimental').warnExperimental('Module mocking');
  const { cache = false, namedExports = { __proto__: null }, exports: given } = options;
  validateBoolean(cache, 'options.cache');
  validateObject(namedExports, 'options.namedExports');
  const exports = { __proto__: null, ...namedExports, ...given };
  if ('defaultExport' in options) exports.default = options.defaultExport;
  const hasDefault = 'default' in exports;
  const url = urlOf(specifier, callerUrl(upTo));
  if (byUrl.has(url)) throw new ERR_INVALID_STATE(`Cannot mock '${specifier}'. The module is already mocked.`);
  hook();
  const id = ++lastId;
  byUrl.set(url, { __proto__: null, id, isCached: cache, loads: 0 });
  byId.set(id, { __proto__: null, exports, commonJs: () => commonJsExports(exports, hasDefault) });
  return new MockModuleContext(url, id);
}

module.exports = { mockModule };
