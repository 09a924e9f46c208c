// Thenables, and promises that take the state of others, as hooks see them.
// @engine < 2.52
'use strict';
const { here } = require('./fixtures/promise_log');

const thenable = {
  then(resolve) {
    here('then of the thenable');
    resolve(3);
  },
};
Promise.resolve(thenable).then(() => here('resolved with it'));
(async () => {
  await thenable;
  here('awaited it');
})();
new Promise((resolve) => resolve(thenable)).then(() => thenable).then(() => here('returned it'));
Promise.resolve().then(() => Promise.resolve(1)).then(() => here('returned a promise'));
Promise.resolve({ get then() { throw new Error('no'); } }).catch((error) => here(error.message));
new Promise((resolve, reject) => { reject(new Error('first')); throw new Error('second'); }).catch((error) => here(error.message));
queueMicrotask(() => here('microtask'));
