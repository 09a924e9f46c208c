'use strict';

// vm.Script: a text that was checked and can be run in this context, or in others, any number of times.

const {
  ArrayPrototypeForEach, ArrayPrototypeJoin, Error, MathImul, ReflectApply, RegExpPrototypeExec,
  StringPrototypeCharCodeAt, StringPrototypeSplit, Symbol, globalThis,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const {
  validateBoolean,
  validateInt32,
  validateObject,
  validateOneOf,
  validateString,
  validateUint32,
} = require('internal/validators');
const { defineHelpers, isRefused } = require('internal/vm/script_globals');
const { contextify, isContextified, makeVanilla, withSandbox } = require('internal/vm/sandbox');
const native = internalBinding('vm');

const THIS_CONTEXT = undefined;

// The words in a source that say it may need what the engine finishes by itself.
const ENGINE_TASKS = /WebAssembly|FinalizationRegistry|waitAsync/;

// Where the map of a script is, as its last line of that kind says.
function sourceMapUrl(code) {
  const parts = StringPrototypeSplit(code, 'sourceMappingURL=');
  for (let i = parts.length - 1; i > 0; i--) {
    if (RegExpPrototypeExec(/\/\/[#@][ \t]$/, parts[i - 1]) === null) continue;
    const match = RegExpPrototypeExec(/^([^\s'"]+)[ \t]*(?:\n|$)/, parts[i]);
    if (match !== null) return match[1];
  }
  return undefined;
}

class Script {
  #code;
  #prepared;
  // The same for runs with a time limit, made by the first of them.
  #limited;
  #filename;
  #firstLine;
  #importModule;

  constructor(code, options = {}) {
    code = `${code}`;
    if (typeof options === 'string') {
      options = { filename: options };
    } else {
      validateObject(options, 'options');
    }
    const {
      filename = 'evalmachine.<anonymous>', lineOffset = 0, columnOffset = 0, cachedData, produceCachedData = false,
      importModuleDynamically,
    } = options;
    validateString(filename, 'options.filename');
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (cachedData !== undefined) checkData(cachedData);
    validateBoolean(produceCachedData, 'options.produceCachedData');
    this.#filename = filename;
    this.#firstLine = lineOffset + 1;
    this.#code = code;
    this.#importModule = require('internal/vm/dynamic_import').importFunction(importModuleDynamically, () => this, 'options');
    this.#prepared = prepare(code, filename, false, this.#importModule);
    if (cachedData !== undefined) this.cachedDataRejected = !isDataOf(code, cachedData);
    this.sourceMapURL = sourceMapUrl(code);
    if (produceCachedData) {
      this.cachedDataProduced = true;
      this.cachedData = this.createCachedData();
    }
  }

  #run(context, globalObject, Error, options) {
    const checked = checkedRunOptions(options);
    try {
      return this.#runChecked(context, globalObject, Error, checked);
    } catch (error) {
      if (checked.displayErrors !== false) decorate(error);
      throw error;
    }
  }

  #runChecked(context, globalObject, Error, { timeout, breakOnSigint }) {
    if (context !== THIS_CONTEXT && RegExpPrototypeExec(ENGINE_TASKS, this.#code) !== null) {
      require('internal/engine_tasks').install(globalObject);
    }
    if (timeout === undefined && !breakOnSigint) return this.#evaluate(context, globalObject, this.#prepared);
    this.#limited ??= prepare(this.#code, this.#filename, true, this.#importModule);
    const { runLimited } = require('internal/vm/time_limit');
    return runLimited({ timeout, breakOnSigint }, globalObject, Error, () => this.#evaluate(context, globalObject, this.#limited));
  }

  #evaluate(context, globalObject, prepared) {
    defineHelpers(globalObject, prepared, this.#importModule);
    return native.evaluate(context, prepared[0], this.#filename, this.#firstLine);
  }

  runInThisContext(options) {
    return this.#run(THIS_CONTEXT, globalThis, Error, options);
  }

  runInContext(contextifiedObject, options) {
    checkContext(contextifiedObject);
    return withSandbox(contextifiedObject, (context, globalObject, Error) => this.#run(context, globalObject, Error, options));
  }

  runInNewContext(contextObject, options) {
    return this.runInContext(createContext(contextObject, contextOptions(options)), options);
  }

  createCachedData() {
    return dataOf(this.#code);
  }
}

function checkData(cachedData) {
  const { isArrayBufferView } = require('internal/util/views');
  if (!isArrayBufferView(cachedData)) {
    throw new ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'], cachedData);
  }
}

// The engine keeps no code that a program could hold: the data says which text it is of, and whether that is so is all that
// can be asked of it.
function dataOf(code) {
  const { Buffer } = require('internal/buffer/buffer');
  return Buffer.from(`roundel ${process.version} ${code.length} ${hashOf(code)}`);
}

// FNV-1a, twice from different starts.
function hashOf(code) {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < code.length; i++) {
    const unit = StringPrototypeCharCodeAt(code, i);
    a = MathImul(a ^ unit, 0x01000193);
    b = MathImul(b ^ unit, 0x01000193) ^ (b >>> 13);
  }
  return `${a >>> 0} ${b >>> 0}`;
}

function isDataOf(code, data) {
  const { Buffer } = require('internal/buffer/buffer');
  return dataOf(code).equals(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
}

function prepare(code, filename, isLimited, importModule) {
  const prepared = internalBinding('modules').prepareScript(code, filename, 0, isLimited);
  if (isRefused(prepared)) {
    const { sourceError } = require('internal/modules/failures');
    const error = sourceError(filename, filename, prepared);
    decorate(error);
    throw error;
  }
  // Each script has an import() of its own, and they may share a global object.
  if (prepared[1] !== undefined) {
    const { rename, uniqueName } = require('internal/modules/dynamic_code');
    const name = uniqueName(code);
    prepared[0] = rename(prepared[0], prepared[1], name);
    prepared[1] = name;
  }
  return prepared;
}

// Puts the line that threw in front of the stack, once.
function decorate(error) {
  if (!require('internal/util/types').isNativeError(error)) return;
  require('internal/errors/stack').normalizeStack(error);
  const arrow = require('internal/errors/print').arrowOf(error);
  if (arrow === '') return;
  error.stack = `${arrow}\n${error.stack}`;
  require('internal/modules/failures').setArrow(error, '');
}

// What a context is made with, under the names that functions have for it which make one and run a script.
function contextOptions(options) {
  if (options === null || typeof options !== 'object') return undefined;
  const { contextName, contextOrigin, contextCodeGeneration, microtaskMode } = options;
  const asked = { __proto__: null };
  if (contextName !== undefined) validateString(contextName, 'options.contextName');
  if (contextOrigin !== undefined) validateString(contextOrigin, 'options.contextOrigin');
  if (contextCodeGeneration !== undefined) {
    checkCodeGeneration(contextCodeGeneration, 'options.contextCodeGeneration');
    asked.codeGeneration = contextCodeGeneration;
  }
  if (microtaskMode !== undefined) {
    validateString(microtaskMode, 'options.microtaskMode');
    asked.microtaskMode = microtaskMode;
  }
  return asked;
}

function checkCodeGeneration(codeGeneration, name) {
  validateObject(codeGeneration, name);
  const { strings, wasm } = codeGeneration;
  if (strings !== undefined) validateBoolean(strings, `${name}.strings`);
  if (wasm !== undefined) validateBoolean(wasm, `${name}.wasm`);
}

function checkedRunOptions(options = {}) {
  validateObject(options, 'options');
  const { breakOnSigint = false, displayErrors = true, timeout } = options;
  validateBoolean(displayErrors, 'options.displayErrors');
  validateBoolean(breakOnSigint, 'options.breakOnSigint');
  if (timeout !== undefined) validateUint32(timeout, 'options.timeout', true);
  return options;
}

// Arrays and functions may be contexts as well.
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function checkContext(contextifiedObject) {
  if (!isObject(contextifiedObject)) validateObject(contextifiedObject, 'contextifiedObject');
  if (!isContextified(contextifiedObject)) {
    throw new ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', contextifiedObject);
  }
}

// Asks for a context without a sandbox.
const DONT_CONTEXTIFY = Symbol('vm_context_no_contextify');

function createContext(contextObject = {}, options = {}) {
  const isVanilla = contextObject === DONT_CONTEXTIFY;
  if (!isVanilla && !isObject(contextObject)) validateObject(contextObject, 'object');
  if (!isVanilla && isContextified(contextObject)) return contextObject;
  validateObject(options, 'options');
  const { name, origin, codeGeneration, microtaskMode, importModuleDynamically } = options;
  if (name !== undefined) validateString(name, 'options.name');
  if (origin !== undefined) validateString(origin, 'options.origin');
  if (codeGeneration !== undefined) checkCodeGeneration(codeGeneration, 'options.codeGeneration');
  validateOneOf(microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  require('internal/vm/dynamic_import').check(importModuleDynamically, 'options');
  const made = isVanilla ? makeVanilla() : contextify(contextObject);
  if (codeGeneration !== undefined) require('internal/vm/sandbox').limitCode(made, codeGeneration);
  return made;
}

function isContext(object) {
  if (!isObject(object)) validateObject(object, 'object');
  return isContextified(object);
}

// A function whose body is the code. Its scope is the global one of the context, behind the given objects.
function compileFunction(code, params, options = {}) {
  if (params === undefined) params = [];
  validateString(code, 'code');
  const { validateArray } = require('internal/validators');
  validateArray(params, 'params');
  for (let i = 0; i < params.length; i++) validateString(params[i], `params[${i}]`);
  validateObject(options, 'options');
  const {
    filename = '', lineOffset = 0, columnOffset = 0, cachedData, produceCachedData = false, parsingContext, contextExtensions = [],
    importModuleDynamically,
  } = options;
  validateString(filename, 'options.filename');
  validateInt32(columnOffset, 'options.columnOffset');
  validateInt32(lineOffset, 'options.lineOffset');
  if (cachedData !== undefined) checkData(cachedData);
  validateBoolean(produceCachedData, 'options.produceCachedData');
  if (parsingContext !== undefined && (!isObject(parsingContext) || !isContextified(parsingContext))) {
    throw new ERR_INVALID_ARG_TYPE('options.parsingContext', 'Context', parsingContext);
  }
  validateArray(contextExtensions, 'options.contextExtensions');
  ArrayPrototypeForEach(contextExtensions, (extension, i) => validateObject(extension, `options.contextExtensions[${i}]`));
  // It has to be a body by itself, not the end of one and the beginning of another.
  const failure = internalBinding('modules').checkSyntax(code, 0, 'commonjs');
  if (failure !== undefined) throw require('internal/modules/failures').sourceError(filename, filename, failure);
  // On one line with the code, so that its lines keep their numbers.
  let text = `function (${ArrayPrototypeJoin(params, ', ')}) {${code}\n}`;
  const names = [];
  for (let i = contextExtensions.length - 1; i >= 0; i--) {
    names[i] = `$$e${i}`;
    text = i === contextExtensions.length - 1 ? `with($$e${i})return ${text}` : `with($$e${i})${text}`;
  }
  text = contextExtensions.length === 0 ? `(${text})` : `(function(${ArrayPrototypeJoin(names, ',')}){${text}})`;
  const script = new Script(text, { filename, lineOffset, importModuleDynamically });
  let made = parsingContext === undefined ? script.runInThisContext() : script.runInContext(parsingContext);
  if (contextExtensions.length > 0) made = ReflectApply(made, undefined, contextExtensions);
  if (cachedData !== undefined) made.cachedDataRejected = !isDataOf(code, cachedData);
  if (produceCachedData) {
    made.cachedDataProduced = true;
    made.cachedData = dataOf(code);
  }
  return made;
}

module.exports = { DONT_CONTEXTIFY, Script, checkData, compileFunction, contextOptions, createContext, dataOf, isContext, isDataOf };
