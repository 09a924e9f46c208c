// Who is first gives it back.
'use strict';
const fs = require('node:fs');
const assert = require('node:assert');

let givenBack = 0;
const dispose = () => { givenBack += 1; };

function using(work, limitMs) {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (settle, value) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      dispose();
      settle(value);
    };
    const timer = setTimeout(() => end(reject, new Error('time is up')), limitMs);
    work((value) => end(resolve, value));
  });
}

using((done) => fs.readFile(__filename, () => done('read')), 5)
  .then((value) => console.log(value), (error) => console.log(error.message));
process.on('exit', () => assert.strictEqual(givenBack, 1, 'given back more than once'));
