// Each result has its place.
'use strict';
const fs = require('node:fs/promises');
const assert = require('node:assert');

function map(items, concurrency, work) {
  return new Promise((resolve) => {
    const results = [];
    let next = 0;
    let missing = items.length;
    const start = () => {
      if (next === items.length) return;
      const place = next++;
      work(items[place]).then((result) => {
        results[place] = result;
        missing -= 1;
        if (missing === 0) resolve(results);
        start();
      });
    };
    for (let i = 0; i < concurrency; i += 1) start();
  });
}

map([1, 2, 3, 4], 2, (number) => fs.stat(__filename).then(() => number * 10)).then((results) => {
  console.log(results.join(' '));
  assert.deepStrictEqual(results, [10, 20, 30, 40]);
});
