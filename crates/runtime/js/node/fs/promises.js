'use strict';

// The public `fs/promises` module.

module.exports = require('internal/fs/promises');
