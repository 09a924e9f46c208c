// objection: the results of a map with limited concurrency are in the order in which they came.
'use strict';
const fs = require('node:fs/promises');
const assert = require('node:assert');

function map(items, concurrency, work) {
  return new Promise((resolve) => {
    const results = [];
    let next = 0;
    const start = () => {
      if (next === items.length) return;
      const item = items[next++];
      work(item).then((result) => {
        results.push(result);
        if (results.length === items.length) resolve(results);
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
