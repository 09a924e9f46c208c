// Classic scripts: a text run in the global scope, where its `var`s and functions become properties of the window.
'use strict';

const { ObjectDefineProperty, StringPrototypeStartsWith, globalThis } = primordials;
const binding = internalBinding('modules');
const { sourceError } = require('internal/modules/failures');
const { pathToUrl } = require('internal/modules/file_url');

const JAVASCRIPT = 0;

// The functions behind transformed code. The transform chose names that do not occur in the text.
function defineHost(names, base) {
  const host = require('internal/modules/host');
  const { 1: importName, 2: stackName, 3: stackKeyName, 4: usingName, 5: contextName } = names;
  const define = (name, value) => {
    if (name === undefined) return;
    ObjectDefineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
  };
  if (importName !== undefined) define(importName, host.importFunction(base));
  define(stackName, host.readStack);
  if (stackKeyName !== undefined) define(stackKeyName, host.stackKey());
  define(usingName, host.makeResources);
  if (contextName !== undefined) define(contextName, host.awaitingContext());
}

// A prepared script begins with its text, a failure with its kind and has a line in the third place.
function isFailure(prepared) {
  return prepared[0] === 'SyntaxError' && typeof prepared[2] === 'number';
}

// Runs a script and gives its completion value. `name` is a path or a URL, and what stacks call it.
function evaluate(source, name, language = JAVASCRIPT) {
  const prepared = binding.prepareScript(source, name, language);
  if (isFailure(prepared)) throw sourceError(name, name, prepared);
  defineHost(prepared, StringPrototypeStartsWith(name, '/') ? pathToUrl(name) : require('web/window/location').href());
  return binding.evaluateScript(prepared[0], name);
}

module.exports = { evaluate };
