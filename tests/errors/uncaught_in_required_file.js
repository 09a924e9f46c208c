// @exit 1
console.log('before');
require('./fixtures/throws_deep.js').start();
