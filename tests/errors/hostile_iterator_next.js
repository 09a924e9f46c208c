// The iterators of arrays throw: what the runtime does needs none of them.
// @exit 1
Object.getPrototypeOf([][Symbol.iterator]()).next = () => { throw new Error('next was used'); };
require('./fixtures/builtins_in_use.js');
