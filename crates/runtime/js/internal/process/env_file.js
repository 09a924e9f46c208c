// process.loadEnvFile: the variables of a file that the environment does not have yet.
'use strict';

const { ObjectKeys } = primordials;

function loadEnvFile(path) {
  if (typeof path === 'number') {
    // A file by its descriptor is for readFileSync alone.
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('path', ['string', 'Buffer', 'URL'], path);
  }
  const { readFileSync } = require('fs');
  const { parseEnv } = require('internal/util/env');
  const variables = parseEnv(readFileSync(path, 'utf8'));
  const names = ObjectKeys(variables);
  for (let i = 0; i < names.length; i++) {
    if (!(names[i] in process.env)) process.env[names[i]] = variables[names[i]];
  }
}

module.exports = { loadEnvFile };
