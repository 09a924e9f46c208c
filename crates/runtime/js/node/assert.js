// `require('assert')`.
'use strict';

module.exports = require('internal/assert/assert').assert;
