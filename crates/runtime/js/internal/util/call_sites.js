// `util.getCallSites`: the callers, as data.
'use strict';

const {
  ArrayPrototypePush,
} = primordials;

const DEFAULT_FRAMES = 10;
const MAX_FRAMES = 200;

function getCallSites(frameCount = DEFAULT_FRAMES, options) {
  const { validateBoolean, validateNumber, validateObject } = require('internal/validators');
  if (options === undefined && typeof frameCount === 'object') {
    options = frameCount;
    frameCount = DEFAULT_FRAMES;
    validateObject(options, 'options');
  }
  validateNumber(frameCount, 'frameCount', 1, MAX_FRAMES);
  if (options?.sourceMap !== undefined) validateBoolean(options.sourceMap, 'options.sourceMap');

  const sites = require('internal/errors/stack').callSites(frameCount, getCallSites);
  const result = [];
  for (let i = 0; i < sites.length; i++) ArrayPrototypePush(result, describe(sites[i]));
  return result;
}

function describe(site) {
  const column = site.getColumnNumber() ?? 0;
  return {
    __proto__: null,
    functionName: functionName(site),
    // The engine numbers no scripts.
    scriptId: '0',
    scriptName: site.getFileName() ?? '',
    lineNumber: site.getLineNumber() ?? 0,
    columnNumber: column,
    column,
  };
}

// The code of a module is a function without a name.
function functionName(site) {
  const name = site.getFunctionName() ?? '';
  return name === 'Object.<anonymous>' ? '' : name;
}

module.exports = { getCallSites };
