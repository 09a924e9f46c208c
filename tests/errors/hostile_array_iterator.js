// Arrays can not be iterated: what the runtime does needs no iterator of the program's.
// @exit 1
Array.prototype[Symbol.iterator] = () => { throw new Error('Array.prototype[Symbol.iterator] was used'); };
require('./fixtures/builtins_in_use.js');
