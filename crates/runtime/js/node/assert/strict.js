// `require('assert/strict')`: the assertions whose short names are the strict ones.

module.exports = require('internal/assert/assert').strict;
