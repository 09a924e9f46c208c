// Nothing is given at once; the first number waits for bytes from the pool, the next ones are there.
'use strict';
const crypto = require('crypto');

crypto.randomBytes(0, (error, bytes) => console.log('no bytes', error, bytes.length));
crypto.randomInt(5, 6, (error, number) => {
  console.log('first number', error, number);
  crypto.randomInt(5, 6, (again, second) => console.log('second number', again, second));
  process.nextTick(() => console.log('after the second'));
});
process.nextTick(() => console.log('before the first'));
console.log('asked');
