'use strict';

// The deprecated `constants` module: the constants of os and fs in one object.

const { ObjectAssign, ObjectFreeze } = primordials;

const os = require('os').constants;
const fs = require('fs').constants;

module.exports = ObjectFreeze(ObjectAssign({}, os.dlopen, os.errno, os.priority, os.signals, fs));
