// What functions of the window make of their arguments, with the words of Chromium's errors.
'use strict';

const { TypeError } = primordials;

function requireArguments(method, owner, wanted, given) {
  if (given >= wanted) return;
  throw new TypeError(`Failed to execute '${method}' on '${owner}': ` +
    `${wanted} argument${wanted === 1 ? '' : 's'} required, but only ${given} present.`);
}

function requireFunction(method, owner, value, position = 1) {
  if (typeof value === 'function') return;
  throw new TypeError(`Failed to execute '${method}' on '${owner}': parameter ${position} is not of type 'Function'.`);
}

// A dictionary of options: undefined and null are empty ones.
function requireDictionary(method, owner, value) {
  if (value === undefined || value === null || typeof value === 'object' || typeof value === 'function') return;
  throw new TypeError(`Failed to execute '${method}' on '${owner}': The provided value is not of type 'Object'.`);
}

module.exports = { requireArguments, requireDictionary, requireFunction };
