'use strict';

// `path/win32`: the Windows half of `path`.

module.exports = require('path').win32;
