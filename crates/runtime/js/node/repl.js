// `repl`: lines that are read, run and answered.
'use strict';

const { ObjectDefineProperties } = primordials;

const { publicModules } = require('internal/repl/context');
const { Recoverable, isValidSyntax } = require('internal/repl/recoverable');
const { REPLServer, REPL_MODE_SLOPPY, REPL_MODE_STRICT, start, writer } = require('internal/repl/server');

module.exports = { start, writer, REPLServer, REPL_MODE_SLOPPY, REPL_MODE_STRICT, Recoverable, isValidSyntax };

let modules;
const accessor = {
  __proto__: null,
  configurable: true,
  enumerable: false,
  get: () => modules ??= publicModules(),
  set(value) {
    modules = value;
  },
};
ObjectDefineProperties(module.exports, { builtinModules: accessor, _builtinLibs: accessor });
