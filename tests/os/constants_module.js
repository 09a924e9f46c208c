// The deprecated module `constants` has the numbers of os, fs and crypto.
'use strict';

const constants = require('constants');
console.log(Object.keys(constants).join(' '), Object.isFrozen(constants));
const { constants: crypto } = require('crypto');
console.log(Object.keys(crypto).filter((name) => constants[name] !== crypto[name]));
