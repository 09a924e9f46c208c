// The entry: a file, a text, or standard input, and what is loaded before it.
//
// A CommonJS entry runs where it is called, as one callback of the loop. An ES module entry runs inside a promise
// job; until it is done, `exit` without another code means 13.
'use strict';

const {
  ObjectDefineProperty, PromisePrototypeThen, RegExpPrototypeExec, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeRepeat, StringPrototypeStartsWith, globalThis,
} = primordials;
const binding = internalBinding('modules');
const { Module, fill, makeRequire, state } = require('internal/modules/module');
const { foldersAbove, pathToUrl } = require('internal/modules/file_url');
const entry = require('internal/process/entry');

const UNSETTLED_TOP_LEVEL_AWAIT = 13;

// The rest of the loader: a text that requires nothing but builtins runs without it.
const cjs = () => require('internal/modules/cjs');
const failures = () => require('internal/modules/failures');

function resolvePath(path) {
  return require('internal/path/posix').resolve(path);
}

// Called when the loop has nothing left to do and the entry still waits, before `exit` is emitted.
function markUnsettled() {
  if (!process.exitCode) process.exitCode = UNSETTLED_TOP_LEVEL_AWAIT;
}

// Runs an entry whose promise must be settled before the process may end well.
function runModuleEntry(start) {
  entry.isWaiting = true;
  const done = () => {
    entry.isWaiting = false;
  };
  // A failure does not go to unhandledRejection: it is raised where it is noticed, before the ticks.
  PromisePrototypeThen(start(), done, (error) => {
    done();
    require('internal/process/uncaught').triggerUncaughtException(error, true);
  });
}

// Says which top-level await was never settled.
function reportUnsettled() {
  if (!entry.isWaiting || internalBinding('options').values['--no-warnings']) return;
  const esm = require('internal/modules/esm');
  const module = esm.findWaiting(esm.mainModuleUrl());
  if (module === undefined) return;
  const { 0: line, 1: column } = module.compiled.awaits;
  const { sourceLine, writeStderr } = internalBinding('errors');
  const text = sourceLine(module.url, line, 'original') ?? '';
  writeStderr(`Warning: Detected unsettled top-level await at ${module.url}:${line}\n${text}\n${StringPrototypeRepeat(' ', column - 1)}^\n\n\n\n`);
}

function isModuleFile(path) {
  const format = binding.format(path);
  if (failures().isFailure(format)) throw failures().resolveError(format);
  return format === 'module' || format === 'module-typescript';
}

// With --import the entry is imported, which only hooks can tell, and so it is where a thread has hooks.
function goesThroughHooks() {
  if (state.thread !== undefined) return true;
  return state.hooks !== undefined && internalBinding('options').imports.length > 0;
}

// Module.runMain.
function runMainFile(main) {
  const loader = cjs().Module;
  const found = loader._findPath(main, [], true);
  if (found && (isModuleFile(found) || goesThroughHooks())) {
    runModuleEntry(() => require('internal/modules/esm').importMain(pathToUrl(found)));
    return;
  }
  loader._load(main, null, true);
}

function completePath(path) {
  try {
    entry.path = resolvePath(path);
  } catch {
    // Without a folder to start from it stays as it was given.
  }
}

function runMain(path) {
  entry.path = resolvePath(path);
  cjs().Module.runMain();
}

// --require.
function preloadRequire(id) {
  state.isPreloading = true;
  try {
    const loader = cjs().Module;
    const parent = new Module('internal/preload', null);
    try {
      parent.paths = loader._nodeModulePaths(process.cwd());
    } catch (error) {
      // A folder that is gone has no modules; absolute paths are found all the same.
      if (error.code !== 'ENOENT') throw error;
    }
    parent.require(id);
  } finally {
    state.isPreloading = false;
  }
}

// --import: each is done before the next begins, and the entry comes last.
function preloadImports(specifiers, runEntry) {
  const esm = require('internal/modules/esm');
  const base = `${pathToUrl(process.cwd())}/`;
  runModuleEntry(async () => {
    for (let i = 0; i < specifiers.length; i++) await esm.importUrl(specifiers[i], base, []);
    runEntry();
  });
}

// --check.
function checkSyntax(path) {
  if (path === '-') {
    checkText(readStdin(), '[stdin]', 'ambiguous');
    return;
  }
  const main = resolvePath(path);
  const loader = cjs().Module;
  const found = loader._findPath(main, null, true);
  if (!found) loader._resolveFilename(main, null, true);
  const source = binding.readSource(found);
  if (failures().isFailure(source)) throw failures().sourceError(found, found, source);
  const format = binding.format(found);
  if (failures().isFailure(format)) throw failures().resolveError(format);
  checkText(source, found, format ?? 'ambiguous');
}

function checkText(source, name, format) {
  const language = StringPrototypeEndsWith(format, 'typescript') ? 1 : 0;
  const isModule = StringPrototypeStartsWith(format, 'module') ||
    (StringPrototypeStartsWith(format, 'ambiguous') && binding.isModuleSyntax(source, language));
  // A preloaded module may have put a wrapper of its own in the place of Node's.
  const text = isModule ? undefined : cjs().wrapped(source);
  const failure = text === undefined ? binding.checkSyntax(source, language, isModule ? 'module' : 'commonjs') : binding.checkSyntax(text, language, 'script');
  if (failure !== undefined) throw failures().sourceError(name, name, failure);
}

function defineGlobal(name, value) {
  ObjectDefineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
}

// A text of the command line finds the public builtins as globals, each loaded when it is first used.
function defineBuiltins() {
  const { builtinModules, loadBuiltin } = require('internal/builtins');
  const ids = builtinModules();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (StringPrototypeIncludes(id, '/') || StringPrototypeStartsWith(id, '_') || StringPrototypeStartsWith(id, 'node:') || id in globalThis) continue;
    const get = () => {
      const value = loadBuiltin(id);
      defineGlobal(id, value);
      return value;
    };
    ObjectDefineProperty(globalThis, id, {
      __proto__: null, get, set: (value) => defineGlobal(id, value), configurable: true, enumerable: false,
    });
  }
}

// Where a text is looked at as lying. In a folder that is gone it can still run, and finds what lies beside the command.
function folderOfText() {
  const { cwd, facts } = internalBinding('process');
  // What is not made yet is not replaced either.
  if (!internalBinding('builtins').isLoaded('internal/process/instance')) {
    const folder = cwd();
    return typeof folder === 'string' ? folder : require('internal/path/posix').dirname(facts.execPath);
  }
  try {
    return process.cwd();
  } catch {
    return require('internal/path/posix').dirname(process.execPath);
  }
}

// The module of a text, which is no file. The loader, if there is one already, may have been changed by a program.
function moduleOfText(name, folder) {
  const isLoaderLoaded = internalBinding('builtins').isLoaded('internal/modules/cjs');
  let module;
  if (isLoaderLoaded) {
    module = new Module(name, undefined);
  } else {
    module = { __proto__: Module.prototype };
    fill(module, name, '.');
  }
  module.filename = `${folder}/${name}`;
  module.paths = isLoaderLoaded ? Module._nodeModulePaths(folder) : foldersAbove(folder);
  return module;
}

// Runs a text in the global scope, as a script with a module's names.
function runScript(source, url, language, print) {
  const prepared = binding.prepareScript(source, url, language);
  if (prepared[0] === 'SyntaxError' && typeof prepared[2] === 'number') throw failures().sourceError(url, url, prepared);
  const folder = folderOfText();
  const module = moduleOfText(url, folder);
  const host = () => require('internal/modules/host');
  const names = { __proto__: null, module, exports: module.exports, require: makeRequire(module), __filename: url, __dirname: '.' };
  for (const name in names) {
    ObjectDefineProperty(globalThis, name, {
      __proto__: null, value: names[name], writable: true, configurable: true, enumerable: true,
    });
  }
  const { 0: code, 1: importName, 2: stackName, 3: stackKeyName, 4: usingName, 5: contextName } = prepared;
  if (importName !== undefined) defineGlobal(importName, host().importFunction(`${pathToUrl(folder)}/${url}`));
  if (stackName !== undefined) defineGlobal(stackName, host().readStack);
  if (stackKeyName !== undefined) defineGlobal(stackKeyName, host().stackKey());
  if (usingName !== undefined) defineGlobal(usingName, host().makeResources);
  if (contextName !== undefined) defineGlobal(contextName, host().awaitingContext());
  const result = binding.evaluateScript(code, url);
  // When everything is done, and before the listeners of the text itself.
  if (print) process.prependListener('exit', () => require('internal/console/global').log(result));
}

function runText(source, url, { print, inputType }) {
  let language = inputType !== undefined && StringPrototypeEndsWith(inputType, 'typescript') ? 1 : 0;
  let isModule = inputType !== undefined && StringPrototypeStartsWith(inputType, 'module');
  if (inputType === undefined && binding.checkSyntax(source, 0, 'script') !== undefined) {
    isModule = binding.isModuleSyntax(source, 0);
    // What is no JavaScript either way may be TypeScript.
    if (binding.checkSyntax(source, 0, isModule ? 'module' : 'script') !== undefined) {
      const isTypedModule = binding.isModuleSyntax(source, 1);
      if (binding.checkSyntax(source, 1, isTypedModule ? 'module' : 'script') === undefined) {
        language = 1;
        isModule = isTypedModule;
      }
    }
  }
  if (isModule) {
    if (print) {
      const { codes: { ERR_EVAL_ESM_CANNOT_PRINT } } = require('internal/errors');
      throw new ERR_EVAL_ESM_CANNOT_PRINT();
    }
    const esm = require('internal/modules/esm');
    runModuleEntry(() => esm.importText(source, `${pathToUrl(process.cwd())}/[eval1]`, language));
    return;
  }
  // A text of the command line means the module by `crypto`, which is the global of the web everywhere else.
  const text = url === '[eval]' && RegExpPrototypeExec(/\bcrypto\b/, source) !== null ? withCrypto(source, print) : source;
  runScript(text, url, language, print);
}

// In Node's words, which are shown when the text fails: printing needs the value of its last statement.
function withCrypto(source, print) {
  return print ? `let crypto=require("node:crypto");{${source}}` : `(crypto=>{{${source}}})(require('node:crypto'))`;
}

function runEval(source, options) {
  // The text of a worker has no builtins as globals, and is no argument of the process.
  if (options.name === undefined) {
    defineBuiltins();
    // `fork` takes the text out of the arguments of a child, which would otherwise fork the same again.
    ObjectDefineProperty(process, '_eval', {
      __proto__: null, value: source, writable: false, enumerable: true, configurable: true,
    });
  }
  runText(source, options.name ?? '[eval]', options);
}

// The program on standard input is read to its end before any of it runs.
function readStdin() {
  const source = binding.readSource('/dev/stdin');
  if (failures().isFailure(source)) throw failures().sourceError('[stdin]', '/dev/stdin', source);
  return source;
}

function runUrl(url) {
  runModuleEntry(() => require('internal/modules/esm').importUrl(url, url, []));
}

function runStdin(inputType) {
  process._eval = readStdin();
  runText(process._eval, '[stdin]', { __proto__: null, print: false, inputType });
}

// What a program may ask of the loader of ES modules.
function loadESM(specifier, base = `${pathToUrl(process.cwd())}/`) {
  return require('internal/modules/esm').importUrl(specifier, base, []);
}

module.exports = {
  checkSyntax, completePath, loadESM, markUnsettled, preloadImports, preloadRequire, reportUnsettled, runEval, runMain, runMainFile, runModuleEntry, runStdin, runUrl,
};
