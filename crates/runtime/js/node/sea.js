// The public module `sea`: what an application asks that may have been packed with its runtime into one executable. Roundel
// packs none, so the answer is no, and there are no assets.
'use strict';

const { ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION } = require('internal/errors').codes;
const { validateString } = require('internal/validators');

function isSea() {
  return false;
}

function getRawAsset(key) {
  validateString(key, 'key');
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

function getAsset(key, encoding) {
  if (encoding !== undefined) validateString(encoding, 'encoding');
  return getRawAsset(key);
}

// The second parameter, the options of the blob, is there for whoever asks for the function's length.
function getAssetAsBlob(key, options) {
  return getRawAsset(key);
}

function getAssetKeys() {
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

module.exports = { isSea, getAsset, getRawAsset, getAssetAsBlob, getAssetKeys };
