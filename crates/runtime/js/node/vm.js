'use strict';

// The public `vm` module.

const { ObjectAssign, ObjectFreeze } = primordials;

const { DONT_CONTEXTIFY, Script, compileFunction, contextOptions, createContext, isContext } = require('internal/vm/script');
const { USE_MAIN_CONTEXT_DEFAULT_LOADER } = require('internal/vm/dynamic_import');
const { validateObject, validateOneOf } = require('internal/validators');

const scriptOptions = (options) => (typeof options === 'string' ? { filename: options } : options);

function runInContext(code, contextifiedObject, options) {
  options = scriptOptions(options);
  return new Script(code, options).runInContext(contextifiedObject, options);
}

function runInNewContext(code, contextObject, options) {
  options = scriptOptions(options);
  return new Script(code, options).runInContext(createContext(contextObject, contextOptions(options)), options);
}

function runInThisContext(code, options) {
  options = scriptOptions(options);
  return new Script(code, options).runInThisContext(options);
}

function createScript(code, options) {
  return new Script(code, options);
}

function measureMemory(options = {}) {
  validateObject(options, 'options');
  const { mode = 'summary', execution = 'default' } = options;
  validateOneOf(mode, 'options.mode', ['summary', 'detailed']);
  validateOneOf(execution, 'options.execution', ['default', 'eager']);
  return require('internal/vm/memory').measure(mode, execution);
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
    USE_MAIN_CONTEXT_DEFAULT_LOADER,
    DONT_CONTEXTIFY,
  }),
};

if (internalBinding('options').values['--experimental-vm-modules']) {
  const { Module, SourceTextModule, SyntheticModule } = require('internal/vm/module');
  ObjectAssign(module.exports, { Module, SourceTextModule, SyntheticModule });
}
