// openAsBlob: a file as a Blob. The runtime's Blobs have their bytes in memory, so the file is read here and now.
'use strict';

const { validateObject, validateString } = require('internal/validators');
const { pathOf } = require('internal/fs/arguments');

function optionsOf(options = {}) {
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  return { type };
}

function blobOf(bytes, options) {
  const { Blob } = require('buffer');
  return new Blob([bytes], options);
}

async function openAsBlob(path, options) {
  const given = optionsOf(options);
  return blobOf(await require('fs').promises.readFile(pathOf(path)), given);
}

function openAsBlobSync(path, options) {
  const given = optionsOf(options);
  return blobOf(require('fs').readFileSync(pathOf(path)), given);
}

module.exports = { openAsBlob, openAsBlobSync };
