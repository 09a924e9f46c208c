// `require('util/types')`: which builtin class a value belongs to.

const { Brand, brandOf, registerModuleNamespace, ...types } = require('internal/util/types');

module.exports = types;
