// `require('util/types')`: which builtin class a value belongs to.
'use strict';

const { Brand, brandOf, ...types } = require('internal/util/types');

module.exports = types;
