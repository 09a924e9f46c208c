// Modules under their old names; sys warns.
'use strict';
const { constants: { errno, signals } } = require('os');
const constants = require('constants');
console.log(require('sys') === require('util'), require('node:sys') === require('util'));
console.log(constants.ENOENT === errno.ENOENT, constants.SIGTERM === signals.SIGTERM, constants.O_RDONLY, Object.isFrozen(constants));
