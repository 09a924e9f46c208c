// What a timer throws ends the program at its moment.
// @roundel-flags --virtual-time
// @exit 1
'use strict';
setTimeout(() => console.log('before'), 10);
setTimeout(() => { throw new Error('thrown'); }, 20);
setTimeout(() => console.log('never'), 30);
process.on('exit', (code) => console.log('exit', code));
