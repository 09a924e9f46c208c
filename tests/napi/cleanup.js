// What runs when an environment ends: hooks, the last one first, then finalizers; scripts do not run any more.
'use strict';

const addon = require(require('./fixtures/build')('async'));

console.log(addon.hooks());
process.on('exit', () => console.log('exit'));
