// What the source transform counts on in a script of `vm`, as globals of its context.
'use strict';

const { ObjectDefineProperty } = primordials;

// Defines what the source transform wants a script to find in its scope.
// `importModule` stands for import(), where a script has its own.
function defineHelpers(globalObject, prepared, importModule = undefined) {
  const { 1: importName, 2: stackName, 3: stackKeyName, 4: usingName, 5: contextName, 6: timeCheckName } = prepared;
  const host = require('internal/modules/host');
  const define = (name, value) => {
    if (name === undefined) return;
    ObjectDefineProperty(globalObject, name, { __proto__: null, configurable: true, enumerable: false, writable: true, value });
  };
  if (importName !== undefined) {
    const { pathToFileURL } = require('internal/url/file_url');
    define(importName, importModule ?? host.importFunction(`${pathToFileURL(process.cwd()).href}/`));
  }
  define(stackName, host.readStack);
  if (stackKeyName !== undefined) define(stackKeyName, host.stackKey());
  define(usingName, host.makeResources);
  if (contextName !== undefined) define(contextName, host.awaitingContext());
  if (timeCheckName !== undefined) define(timeCheckName, require('internal/vm/time_limit').check);
}

// Whether a text was refused: a prepared script has the names of helpers where a failure has its place.
function isRefused(prepared) {
  return prepared[0] === 'SyntaxError' && typeof prepared[2] === 'number';
}

module.exports = { defineHelpers, isRefused };
