'use strict';

// vm.Script: a text that was checked and can be run in this context, or in others, any number of times.

const { Error, RegExpPrototypeExec, Symbol, globalThis } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const {
  validateBoolean,
  validateInt32,
  validateObject,
  validateString,
  validateUint32,
} = require('internal/validators');
const { defineHelpers, isRefused } = require('internal/vm/script_globals');
const { contextify, isContextified, makeVanilla, withSandbox } = require('internal/vm/sandbox');
const native = internalBinding('vm');

const THIS_CONTEXT = undefined;

// The words in a source that say it may need what the engine finishes by itself.
const ENGINE_TASKS = /WebAssembly|FinalizationRegistry|waitAsync/;

class Script {
  #code;
  #prepared;
  // The same for runs with a time limit, made by the first of them.
  #limited;
  #filename;
  #firstLine;

  constructor(code, options = {}) {
    code = `${code}`;
    if (typeof options === 'string') {
      options = { filename: options };
    } else {
      validateObject(options, 'options');
    }
    const { filename = 'evalmachine.<anonymous>', lineOffset = 0, columnOffset = 0, cachedData, produceCachedData = false } = options;
    validateString(filename, 'options.filename');
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (cachedData !== undefined) {
      const { isArrayBufferView } = require('internal/util/types');
      if (!isArrayBufferView(cachedData)) {
        throw new ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'], cachedData);
      }
    }
    validateBoolean(produceCachedData, 'options.produceCachedData');
    this.#filename = filename;
    this.#firstLine = lineOffset + 1;
    this.#code = code;
    this.#prepared = prepare(code, filename, false);
    // The engine keeps no code between runs that a program could hold: what is given is not used.
    if (cachedData !== undefined) this.cachedDataRejected = true;
  }

  #run(context, globalObject, Error, options) {
    const { timeout } = checkedRunOptions(options);
    if (context !== THIS_CONTEXT && RegExpPrototypeExec(ENGINE_TASKS, this.#code) !== null) {
      require('internal/engine_tasks').install(globalObject);
    }
    if (timeout === undefined) return this.#evaluate(context, globalObject, this.#prepared);
    this.#limited ??= prepare(this.#code, this.#filename, true);
    const { runLimited } = require('internal/vm/time_limit');
    return runLimited(timeout, globalObject, Error, () => this.#evaluate(context, globalObject, this.#limited));
  }

  #evaluate(context, globalObject, prepared) {
    defineHelpers(globalObject, prepared);
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
    return this.runInContext(createContext(contextObject, options), options);
  }

  createCachedData() {
    const { Buffer } = require('internal/buffer/buffer');
    return Buffer.alloc(0);
  }
}

function prepare(code, filename, isLimited) {
  const prepared = internalBinding('modules').prepareScript(code, filename, 0, isLimited);
  if (isRefused(prepared)) {
    const { sourceError } = require('internal/modules/failures');
    throw sourceError(filename, filename, prepared);
  }
  return prepared;
}

function checkedRunOptions(options = {}) {
  if (typeof options === 'string') return {};
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
  if (options.name !== undefined) validateString(options.name, 'options.name');
  return isVanilla ? makeVanilla() : contextify(contextObject);
}

function isContext(object) {
  if (!isObject(object)) validateObject(object, 'object');
  return isContextified(object);
}

// A function whose body is the code. Its scope is the global one of the context.
function compileFunction(code, params = [], options = {}) {
  validateString(code, 'code');
  validateObject(options, 'options');
  const { filename = '', lineOffset = 0, parsingContext } = options;
  validateString(filename, 'options.filename');
  const { validateArray } = require('internal/validators');
  validateArray(params, 'params');
  for (let i = 0; i < params.length; i++) validateString(params[i], `params[${i}]`);
  // On one line with the code, so that its lines keep their numbers.
  const script = new Script(`(function (${params.join(',')}) {${code}\n})`, { filename, lineOffset });
  return parsingContext === undefined ? script.runInThisContext() : script.runInContext(parsingContext);
}

module.exports = { DONT_CONTEXTIFY, Script, compileFunction, createContext, isContext };
