// bluebird #1417: a disposer gives a resource back as soon as the user is done, or when time is up: both may be.
'use strict';
const fs = require('node:fs');
const assert = require('node:assert');

let givenBack = 0;
const dispose = () => { givenBack += 1; };

function using(work, limitMs) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      dispose();
      reject(new Error('time is up'));
    }, limitMs);
    work((value) => {
      clearTimeout(timer);
      dispose();
      resolve(value);
    });
  });
}

using((done) => fs.readFile(__filename, () => done('read')), 5)
  .then((value) => console.log(value), (error) => console.log(error.message));
process.on('exit', () => assert.strictEqual(givenBack, 1, 'given back more than once'));
