'use strict';

// The public `vm` module.

const { ObjectFreeze, Symbol } = primordials;

const {
  codes: { ERR_METHOD_NOT_IMPLEMENTED },
} = require('internal/errors');
const { DONT_CONTEXTIFY, Script, compileFunction, createContext, isContext } = require('internal/vm/script');

const scriptOptions = (options) => (typeof options === 'string' ? { filename: options } : options);

function runInContext(code, contextifiedObject, options) {
  options = scriptOptions(options);
  return new Script(code, options).runInContext(contextifiedObject, options);
}

function runInNewContext(code, contextObject, options) {
  options = scriptOptions(options);
  return new Script(code, options).runInContext(createContext(contextObject), options);
}

function runInThisContext(code, options) {
  options = scriptOptions(options);
  return new Script(code, options).runInThisContext(options);
}

function createScript(code, options) {
  return new Script(code, options);
}

function measureMemory() {
  throw new ERR_METHOD_NOT_IMPLEMENTED('vm.measureMemory()');
}

module.exports = {
  Script,
  createContext,
  createScript,
  runInContext,
  runInNewContext,
  runInThisContext,
  isContext,
  compileFunction,
  measureMemory,
  constants: ObjectFreeze({
    __proto__: null,
    USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
    DONT_CONTEXTIFY,
  }),
};
