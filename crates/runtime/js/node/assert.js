// `require('assert')`.

module.exports = require('internal/assert/assert').assert;
