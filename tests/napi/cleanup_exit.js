// process.exit() ends a process at once: what Node runs then, and what it does not.
'use strict';

const addon = require(require('./fixtures/build')('async'));

console.log(addon.hooks());
process.on('exit', () => console.log('exit'));
setImmediate(() => process.exit(3));
