// A rejection that nobody handles goes to the domain that its promise was made in, however it was made.
// @engine < 2.52
'use strict';
const domain = require('domain');

process.on('unhandledRejection', (reason) => console.log('the process got', reason));
function inside(name, callback) {
  const made = domain.create();
  made.on('error', (error) => console.log(name, 'got', error));
  made.run(callback);
}
inside('constructor', () => { new Promise((resolve, reject) => reject(1)); });
inside('async function', () => { (async () => { throw 2; })(); });
inside('await', () => { (async () => { await 1; throw 3; })(); });
inside('reject', () => { Promise.reject(4); });
inside('timer', () => { setTimeout(() => { (async () => { await null; throw 5; })(); }, 1); });
inside('then', () => { Promise.resolve().then(() => { throw 6; }); });
const outside = new Promise((resolve) => setTimeout(resolve, 20));
inside('reaction', () => {
  outside.then(() => {
    console.log('inside', process.domain !== undefined && process.domain !== null);
    throw 7;
  });
});
Promise.reject(8);
