// `require('assert/strict')`: the assertions whose short names are the strict ones.
'use strict';

module.exports = require('internal/assert/assert').strict;
