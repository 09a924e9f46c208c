'use strict';

// `path/posix`: the POSIX half of `path`.

module.exports = require('path').posix;
