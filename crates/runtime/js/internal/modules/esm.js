// The loader of ES modules: specifiers to jobs, jobs to linked and evaluated records.
//
// Everything up to linking is synchronous, as in Node: resolving, reading and compiling happen when a module is
// asked for, for its whole graph. What follows takes a fixed number of microtasks, and programs can tell: an
// imported module runs 5 of them after `import()`, 2 more for each level of its graph, and the promise is settled
// 6 later. The constants below are where these numbers live.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeShift, ObjectKeys, ObjectPrototypeHasOwnProperty, Promise, PromisePrototypeThen, PromiseReject, RegExpPrototypeExec, SafeMap, SafeSet, StringPrototypeEndsWith,
  StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeStartsWith, TypeError,
} = primordials;
const binding = internalBinding('modules');
const { SourceModule, evaluate, evaluateSync, findInGraph, link } = require('internal/modules/record');
const { isFailure, resolveError, sourceError } = require('internal/modules/failures');
const { isFileUrl, pathToUrl, urlToPath } = require('internal/modules/file_url');
const { builtinModules, isBuiltin } = require('internal/builtins');
const { state } = require('internal/modules/module');

// Microtasks between the stages of `import()`, counted on Node 26.
const LINK_TICKS = 3;
const TICKS_PER_LEVEL = 2;
const SETTLE_TICKS = 4;
const LOAD_ERROR_TICKS = 4;

// One module under one URL and type. `linking` is the promise of its being linked as the root of an import.
class Job {
  url;
  module;
  linking = undefined;
  linkError = undefined;

  constructor(url, module) {
    this.url = url;
    this.module = module;
  }
}

const jobs = new SafeMap();
const resolved = new SafeMap();
let mainUrl;
let knowsBuiltins = false;

// In a page specifiers are addresses, and every script that is imported is a module, whatever its package says.
const { loop } = internalBinding('options');
// Of the entry; one less while files were read in the pool.
const MAIN_SETTLE_TICKS = loop.readsModulesInPool ? 1 : 2;
const isPage = loop.isWindow && !loop.nodeGlobals;

function resolve(specifier, base, isMain = false) {
  if (isPage) return require('web/dom/page_modules').resolve(specifier, base);
  if (isBuiltin(specifier)) {
    return StringPrototypeStartsWith(specifier, 'node:') ? specifier : `node:${specifier}`;
  }
  if (StringPrototypeStartsWith(specifier, 'node:')) {
    const { codes: { ERR_UNKNOWN_BUILTIN_MODULE } } = require('internal/errors');
    throw new ERR_UNKNOWN_BUILTIN_MODULE(specifier);
  }
  if (StringPrototypeStartsWith(specifier, 'data:')) return new (require('internal/url/url').URL)(specifier).href;
  if (!knowsBuiltins) {
    knowsBuiltins = true;
    binding.setBuiltins(builtinModules());
  }
  // What was found once stays found, even if the file goes away.
  const key = `${base}\0${specifier}`;
  const known = resolved.get(key);
  if (known !== undefined) return known;
  const url = binding.resolveImport(specifier, base, isMain);
  if (typeof url !== 'string') throw resolveError(url, base);
  if (isFileUrl(url) || StringPrototypeStartsWith(url, 'data:') || StringPrototypeStartsWith(url, 'node:')) {
    resolved.set(key, url);
    return url;
  }
  refuseScheme(StringPrototypeSlice(url, 0, StringPrototypeIndexOf(url, ':') + 1));
}

function refuseScheme(protocol) {
  const { codes: { ERR_UNSUPPORTED_ESM_URL_SCHEME } } = require('internal/errors');
  const supported = protocol === 'http:' || protocol === 'https:' ? ['file', 'data'] : ['file', 'data', 'node'];
  throw new ERR_UNSUPPORTED_ESM_URL_SCHEME({ __proto__: null, protocol }, supported);
}

function attributesObject(entries) {
  const attributes = { __proto__: null };
  for (let i = 0; i < entries.length; i += 2) attributes[entries[i]] = entries[i + 1];
  return attributes;
}

// Whether a program has hooks between this loader and what it does by itself: on this thread, or on one of their own.
function isHooked() {
  return state.hooks !== undefined || state.thread !== undefined;
}

// The URL of a specifier, with whatever hooks a program has registered. The entry has no parent.
function locate(specifier, base, entries, isMain = false) {
  return isHooked() ? locateHooked(specifier, base, entries, isMain).url : resolve(specifier, base, isMain);
}

// The same with the attributes as hooks left them.
function locateHooked(specifier, base, entries, isMain) {
  const { thread } = state;
  const own = thread !== undefined ? (specifier, context) => thread.resolve(`${specifier}`, context) : (specifier, context) => {
    const url = resolve(`${specifier}`, context.parentURL ?? base, isMain);
    return { __proto__: null, url, format: formatOfUrl(url) };
  };
  const { resolveWithHooks } = require('internal/modules/hooks');
  const { url, importAttributes } = resolveWithHooks(specifier, isMain ? undefined : base, attributesObject(entries), own);
  const { URL } = require('internal/url/url');
  return {
    __proto__: null,
    url: isBuiltin(url) ? url : new URL(url).href,
    entries: importAttributes === undefined ? entries : attributeEntries(importAttributes),
  };
}

function attributeEntries(attributes) {
  const entries = [];
  const keys = ObjectKeys(attributes);
  for (let i = 0; i < keys.length; i++) ArrayPrototypePush(entries, keys[i], attributes[keys[i]]);
  return entries;
}

// What a URL is by its scheme, its extension and its package; null when its text has to say.
function formatOfUrl(url) {
  if (StringPrototypeStartsWith(url, 'node:')) return 'builtin';
  if (!isFileUrl(url)) return undefined;
  const format = formatOf(urlToPath(url));
  if (isFailure(format) || format === undefined) return undefined;
  return StringPrototypeStartsWith(format, 'ambiguous') ? null : format;
}

// Makes the record of a module as its hooks have it.
function loadHooked(url, entries) {
  const { thread } = state;
  const hooks = require('internal/modules/hooks');
  const attributes = attributesObject(entries);
  const own = thread !== undefined ? (url, context) => thread.load(`${url}`, context) :
    (url, context) => readForHook(`${url}`, context, entries);
  const { format, source } = hooks.loadWithHooks(url, attributes, formatOfUrl, own);
  const path = isFileUrl(url) ? urlToPath(url) : url;
  const language = format !== undefined && StringPrototypeEndsWith(`${format}`, 'typescript') ? 1 : 0;
  if (thread !== undefined && (source === null || source === undefined) && (format === 'module' || format === 'json' || format === 'wasm')) {
    const { codes: { ERR_INVALID_RETURN_PROPERTY_VALUE } } = require('internal/errors');
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE('string, array buffer, or typed array', 'load', 'source', source);
  }
  switch (format) {
    case 'builtin':
      return require('internal/modules/synthetic').builtinModule(url, StringPrototypeSlice(url, 5));
    case 'module':
    case 'module-typescript':
      return compile(url, path, hooks.textOf(source), language);
    case 'json':
      return require('internal/modules/synthetic').jsonModule(url, isFileUrl(url) ? path : undefined, hooks.textOf(source));
    case 'commonjs':
    case 'commonjs-typescript':
      // What comes without a source is read from its file, as if there were no hooks.
      if (source === null || source === undefined) return commonJs(url, path, language, undefined);
      return commonJs(url, path, language, hooks.textOf(source), format);
    case 'wasm':
      return require('internal/modules/wasm').wasmModule(url, source);
    default: {
      const { codes: { ERR_UNKNOWN_MODULE_FORMAT } } = require('internal/errors');
      throw new ERR_UNKNOWN_MODULE_FORMAT(format, url);
    }
  }
}

// The last step of loading: what the loader itself would take for the module.
function readForHook(url, context, entries) {
  checkAttributes(entries, url);
  const { URL } = require('internal/url/url');
  const { protocol } = new URL(url);
  if (protocol === 'node:') return { __proto__: null, format: 'builtin', responseURL: url, source: null };
  if (protocol === 'data:') {
    const { essence, text } = readData(url, typeOf(entries));
    return { __proto__: null, format: essence === 'application/json' ? 'json' : 'module', responseURL: url, source: require('buffer').Buffer.from(text) };
  }
  if (protocol !== 'file:') refuseScheme(protocol);
  const path = urlToPath(url);
  const source = require('fs').readFileSync(path);
  let format = context.format ?? formatOfFile(path);
  if (format === 'ambiguous' || format === 'ambiguous-typescript') {
    const language = format === 'ambiguous' ? 0 : 1;
    const isModule = binding.isModuleSyntax(require('internal/modules/hooks').textOf(source), language);
    if (isModule) warnAboutType(url, path);
    format = `${isModule ? 'module' : 'commonjs'}${language === 1 ? '-typescript' : ''}`;
  }
  checkType(url, typeOf(entries), format === 'json');
  return { __proto__: null, format, responseURL: url, source };
}

// import.meta.resolve: a missing file is no error, a URL is made of it all the same.
function resolveForMeta(specifier, base) {
  try {
    return locate(specifier, base, []);
  } catch (error) {
    if ((error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_UNSUPPORTED_DIR_IMPORT') &&
        ObjectPrototypeHasOwnProperty(error, 'url')) {
      return error.url;
    }
    if (error.code === 'ERR_UNSUPPORTED_ESM_URL_SCHEME') return specifier;
    throw error;
  }
}

// The type asked for by import attributes. `entries` is key, value, key, value…
function typeOf(entries) {
  for (let i = 0; i < entries.length; i += 2) if (entries[i] === 'type') return entries[i + 1];
  return '';
}

// Attributes are looked at when a module is loaded, not when it is found loaded.
function checkAttributes(entries, url) {
  for (let i = 0; i < entries.length; i += 2) {
    if (entries[i] === 'type' && entries[i + 1] === 'json') continue;
    const { codes: { ERR_IMPORT_ATTRIBUTE_UNSUPPORTED } } = require('internal/errors');
    throw new ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(entries[i], entries[i + 1], url);
  }
}

function checkType(url, type, isJson) {
  if (isJson === (type === 'json')) return;
  const { codes } = require('internal/errors');
  if (isJson) throw new codes.ERR_IMPORT_ATTRIBUTE_MISSING(url, 'type', 'json');
  throw new codes.ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, type);
}

const sourceContext = {
  __proto__: null,
  importMeta(module) {
    const { makeImportMeta } = require('internal/modules/import_meta');
    return makeImportMeta(module, { __proto__: null, isMain: module.url === mainUrl, resolve: resolveForMeta });
  },
  require(module) {
    return require('internal/modules/cjs').createRequire(module.url);
  },
};

function compile(url, path, source, language) {
  const compiled = binding.compileModule(url, path, source, language);
  if (isFailure(compiled)) throw sourceError(url, path, compiled);
  const { 0: body, 1: uses, 2: requests, 3: imports, 4: locals, 5: indirect, 6: stars, 7: awaits } = compiled;
  const parts = { __proto__: null, body, uses, requests, imports, locals, indirect, stars, awaits };
  return new SourceModule(url, parts, sourceContext);
}

// Makes the record of one module, its dependencies not yet looked at.
function load(url, entries) {
  if (isHooked()) return loadHooked(url, entries);
  checkAttributes(entries, url);
  const type = typeOf(entries);
  if (StringPrototypeStartsWith(url, 'node:')) {
    const id = StringPrototypeSlice(url, 5);
    if (!isBuiltin(url)) {
      const { codes: { ERR_UNKNOWN_BUILTIN_MODULE } } = require('internal/errors');
      throw new ERR_UNKNOWN_BUILTIN_MODULE(url);
    }
    checkType(url, type, false);
    return require('internal/modules/synthetic').builtinModule(url, id);
  }
  if (!isFileUrl(url)) return loadData(url, type);
  const path = urlToPath(url);
  const format = formatOfFile(path);
  checkType(url, type, format === 'json');
  return loadFile(url, path, format, undefined);
}

function formatOfFile(path) {
  const format = formatOf(path);
  if (isFailure(format)) throw resolveError(format);
  if (format !== undefined) return format;
  const { codes: { ERR_UNKNOWN_FILE_EXTENSION } } = require('internal/errors');
  const name = StringPrototypeSlice(path, StringPrototypeLastIndexOf(path, '/') + 1);
  throw new ERR_UNKNOWN_FILE_EXTENSION(StringPrototypeSlice(name, StringPrototypeLastIndexOf(name, '.')), path);
}

function formatOf(path) {
  const format = binding.format(path);
  if (!isPage) return format;
  switch (format) {
    case 'ambiguous':
    case 'commonjs':
      return 'module';
    case 'ambiguous-typescript':
    case 'commonjs-typescript':
      return 'module-typescript';
    default:
      return format;
  }
}

function loadFile(url, path, format, source) {
  switch (format) {
    case 'module':
      return compile(url, path, source, 0);
    case 'module-typescript':
      return compile(url, path, source, 1);
    case 'json':
      return require('internal/modules/synthetic').jsonModule(url, path);
    case 'commonjs':
      return commonJs(url, path, 0, undefined);
    case 'commonjs-typescript':
      return commonJs(url, path, 1, undefined);
    case 'ambiguous':
    case 'ambiguous-typescript': {
      const language = format === 'ambiguous' ? 0 : 1;
      const text = binding.readSource(path);
      if (isFailure(text)) throw sourceError(url, path, text);
      if (!binding.isModuleSyntax(text, language)) return commonJs(url, path, language, text);
      warnAboutType(url, path);
      return compile(url, path, text, language);
    }
    case 'wasm':
      return require('internal/modules/wasm').wasmModule(url, require('fs').readFileSync(path));
    default:
      return require('internal/modules/synthetic').addonModule(url, path);
  }
}

// `format` is that of a source which did not come from the file.
function commonJs(url, path, language, source, format = undefined) {
  const { commonJsModule } = require('internal/modules/synthetic');
  return commonJsModule(url, path, { __proto__: null, language, source, isMain: url === mainUrl, format });
}

// Node says so when a package leaves it to the syntax of a file whether it is a module.
const warned = new SafeSet();
function warnAboutType(url, path) {
  const scope = binding.packageScope(path);
  if (scope === undefined || isFailure(scope) || warned.has(scope[0])) return;
  warned.add(scope[0]);
  process.emitWarning(
    `Module type of ${url} is not specified and it doesn't parse as CommonJS.\n` +
    'Reparsing as ES module because module syntax was detected. This incurs a performance overhead.\n' +
    `To eliminate this warning, add "type": "module" to ${scope[0]}.`,
    { code: 'MODULE_TYPELESS_PACKAGE_JSON' },
  );
}

function loadData(url, type) {
  const { essence, text } = readData(url, type);
  if (essence === 'application/json') return require('internal/modules/synthetic').jsonModule(url, undefined, text);
  return compile(url, '', text, 0);
}

function readData(url, type) {
  const { parseDataUrl } = require('internal/url/data_url');
  const { codes: { ERR_INVALID_URL, ERR_UNKNOWN_MODULE_FORMAT } } = require('internal/errors');
  const data = parseDataUrl(url);
  if (data === null) throw new ERR_INVALID_URL(url);
  const { essence } = data;
  if (essence !== 'text/javascript' && essence !== 'application/json') throw new ERR_UNKNOWN_MODULE_FORMAT(essence, url);
  checkType(url, type, essence === 'application/json');
  const bytes = data.bytes();
  if (bytes === null) throw new ERR_INVALID_URL(url);
  return { __proto__: null, essence, text: bytes.utf8Slice(0, bytes.length) };
}

// The job of a module, with its whole graph loaded. What fails to load is not remembered.
function jobOf(url, entries) {
  const key = keyOf(url, entries);
  return jobs.get(key) ?? loadGraph(key, load(url, entries));
}

function keyOf(url, entries) {
  const type = typeOf(entries);
  return type === '' ? url : `${type}\0${url}`;
}

// `isRequired`: by a require() that waits, so what is running already cannot be waited for.
function loadGraph(key, root, isRequired = false) {
  const job = new Job(root.url, root);
  const added = [key];
  jobs.set(key, job);
  try {
    const queue = [root];
    while (queue.length > 0) {
      const module = ArrayPrototypeShift(queue);
      if (module.compiled === undefined) continue;
      const { requests } = module.compiled;
      for (let i = 0; i < requests.length; i++) {
        const specifier = requests[i][0];
        let attributes = requests[i][1];
        let url;
        if (isHooked()) ({ url, entries: attributes } = locateHooked(specifier, module.url, attributes, false));
        else url = resolve(specifier, module.url);
        const inner = keyOf(url, attributes);
        let dependency = jobs.get(inner);
        if (dependency === undefined) {
          dependency = new Job(url, load(url, attributes));
          jobs.set(inner, dependency);
          ArrayPrototypePush(added, inner);
          ArrayPrototypePush(queue, dependency.module);
        }
        if (isRequired) refuseCycle(specifier, module, dependency.module);
        module.dependencies[i] = dependency.module;
      }
    }
  } catch (error) {
    for (let i = 0; i < added.length; i++) jobs.delete(added[i]);
    throw error;
  }
  return job;
}

function refuseCycle(specifier, importer, module) {
  const isRunning = module.isCommonJs ? require('internal/modules/cjs').isRunning(urlToPath(module.url)) :
    module.status === 'evaluating';
  if (!isRunning) return;
  const { codes: { ERR_REQUIRE_CYCLE_MODULE } } = require('internal/errors');
  const kind = module.isCommonJs ? 'CommonJS Module' : 'Module';
  throw new ERR_REQUIRE_CYCLE_MODULE(`Cannot import ${kind} ${specifier} in a cycle. (from ${urlToPath(importer.url)})`);
}

// How many levels a graph has, each module counted where it is met first.
function depthOf(module, seen) {
  seen.add(module);
  let depth = 0;
  for (let i = 0; i < module.dependencies.length; i++) {
    if (seen.has(module.dependencies[i])) continue;
    const inner = depthOf(module.dependencies[i], seen);
    if (inner > depth) depth = inner;
  }
  return depth + 1;
}

async function linkJob(job) {
  const count = LINK_TICKS + TICKS_PER_LEVEL * (depthOf(job.module, new SafeSet()) - 1);
  for (let i = 0; i < count; i++) await undefined;
  link(job.module);
}

async function runJob(job, settleTicks = SETTLE_TICKS) {
  await undefined;
  job.linking ??= linkJob(job);
  try {
    await job.linking;
    await evaluate(job.module);
  } catch (error) {
    explainMissingGlobal(error, job.url);
    for (let i = 0; i < settleTicks; i++) await undefined;
    throw error;
  }
  for (let i = 0; i < settleTicks; i++) await undefined;
  return job.module.namespace;
}

const MISSING_GLOBAL = /^Can't find variable: (require|module|exports|__filename|__dirname)$/;

// Says why a name of CommonJS is missing.
function explainMissingGlobal(error, url) {
  if (error?.name !== 'ReferenceError') return;
  const match = RegExpPrototypeExec(MISSING_GLOBAL, `${error.message}`);
  if (match === null) return;
  let message = `${match[1]} is not defined in ES module scope`;
  if (match[1] === 'require') message += ', you can use import instead';
  if (isFileUrl(url) && StringPrototypeEndsWith(urlToPath(url), '.js')) {
    const scope = binding.packageScope(urlToPath(url));
    if (scope !== undefined && scope[1] === 'module') {
      message += "\nThis file is being treated as an ES module because it has a '.js' file extension and " +
        `'${scope[0]}' contains "type": "module". To treat it as a CommonJS script, rename it to use the '.cjs' file extension.`;
    }
  }
  error.message = message;
}

async function rejectLate(error) {
  for (let i = 0; i < LOAD_ERROR_TICKS; i++) await undefined;
  throw error;
}

function importUrl(specifier, base, entries, isMain = false) {
  return importRead(specifier, base, entries, isMain, 0);
}

// `waited` is how many microtasks the promise around this one takes.
function importRead(specifier, base, entries, isMain, waited) {
  let job;
  try {
    let url;
    if (isHooked()) ({ url, entries } = locateHooked(specifier, base, entries, isMain));
    else url = resolve(specifier, base, isMain);
    if (isMain) mainUrl = url;
    if (loop.readsModulesInPool && isFileUrl(url) && !read.has(url)) {
      read.add(url);
      return afterReading(url, () => importRead(specifier, base, entries, isMain, 1));
    }
    job = jobOf(url, entries);
  } catch (error) {
    return rejectLate(error);
  }
  return runJob(job, (isMain ? MAIN_SETTLE_TICKS : SETTLE_TICKS) - waited);
}

// The files of roots that came out of the pool, under a loop that reads them there.
const read = new SafeSet();

// The loader reads files while it loads; this only waits as long as the pool takes for the same, which is several jobs:
// an immediate that waits comes before the module.
function afterReading(url, run) {
  const { stat, readFile } = require('fs');
  const path = urlToPath(url);
  return new Promise((resolve, reject) => {
    stat(path, () => readFile(path, () => PromisePrototypeThen(run(), resolve, reject)));
  });
}

// import(specifier, options) in a module or script at `base`.
function importDynamically(specifier, base, options) {
  let text;
  const entries = [];
  try {
    text = `${specifier}`;
    if (options !== undefined) {
      if (typeof options !== 'object' || options === null) {
        throw new TypeError('The second argument of import() must be an object');
      }
      const attributes = options.with;
      if (attributes !== undefined) {
        if (typeof attributes !== 'object' || attributes === null) {
          throw new TypeError("The 'options' argument of import() must be an object");
        }
        const keys = ObjectKeys(attributes);
        for (let i = 0; i < keys.length; i++) {
          const value = attributes[keys[i]];
          if (typeof value !== 'string') throw new TypeError('Import attribute value must be a string');
          ArrayPrototypePush(entries, keys[i], value);
        }
      }
    }
  } catch (error) {
    return PromiseReject(error);
  }
  if (loop.isWindow) {
    return require('web/dom/page_modules').importInPage(text, base, () => importUrl(text, base, entries));
  }
  return importUrl(text, base, entries);
}

// The module behind require() of an ES module file. `source` is its text if that was read already.
function requireModule(path, parentPath, { format, source }) {
  const url = pathToUrl(require('internal/path/posix').resolve(path));
  const { codes } = require('internal/errors');
  let job = jobs.get(url);
  if (job === undefined) job = loadGraph(url, loadFile(url, path, format, source), true);
  const { module } = job;
  if (module.status === 'evaluating') {
    throw new codes.ERR_REQUIRE_CYCLE_MODULE(
      `Cannot require() ES Module ${path} in a cycle.` +
      (parentPath ? ` (from ${parentPath})` : '') +
      ' A cycle involving require(esm) is not allowed to maintain invariants mandated by the ECMAScript specification. ' +
      'Try making at least part of the dependency in the graph lazily loaded.',
    );
  }
  if (findInGraph(module, awaits) !== undefined) throw new codes.ERR_REQUIRE_ASYNC_MODULE(path, parentPath);
  if (module.status === 'unlinked') link(module);
  if (module.status === 'linked') evaluateSync(module);
  if (module.failed) throw module.error;
  return module.namespace;
}

// Runs the entry. The promise stays pending as long as a top-level await does.
function importMain(url) {
  binding.noteModuleEntry();
  return importUrl(url, 'file:///', [], true);
}

// A module that is only text: --eval, standard input, and those of a page, which share its address and have keys of their own.
function importText(source, url, language, key = url) {
  mainUrl = url;
  binding.noteModuleEntry();
  try {
    return runJob(loadGraph(key, compile(url, '', source, language)));
  } catch (error) {
    return rejectLate(error);
  }
}

// A module whose text somebody else has read.
function importSource(url, source) {
  try {
    const text = require('internal/modules/hooks').textOf(source);
    return runJob(loadGraph(url, compile(url, isFileUrl(url) ? urlToPath(url) : '', text, 0)));
  } catch (error) {
    return rejectLate(error);
  }
}

function isLoaded(url) {
  return jobs.has(url);
}

function awaits(module) {
  return module.hasTopLevelAwait;
}

function isWaiting(module) {
  return module.hasTopLevelAwait && module.status === 'evaluating-async' && module.pendingDependencies === 0;
}

// The module whose top-level await is still waiting, looked for from the entry down.
function findWaiting(url) {
  const root = jobs.get(url)?.module;
  return root === undefined ? undefined : findInGraph(root, isWaiting);
}

function mainModuleUrl() {
  return mainUrl;
}

module.exports = {
  findWaiting, formatOfUrl, importDynamically, importMain, importSource, importText, importUrl, isLoaded, mainModuleUrl, readForHook, requireModule, resolve, warnAboutType,
};
