'use strict';

// The public `path` module: POSIX rules under their own names, both families reachable from either.

const posix = require('internal/path/posix');
const win32 = require('internal/path/win32');

posix.win32 = win32.win32 = win32;
posix.posix = win32.posix = posix;
posix._makeLong = posix.toNamespacedPath;
win32._makeLong = win32.toNamespacedPath;

module.exports = posix;
