// mongo-express #500: two requests fill one list of collections, and each collection is in it twice.
'use strict';
const fs = require('node:fs');
const assert = require('node:assert');

const collections = { shop: [] };

function update(database, callback) {
  collections[database].length = 0;
  let missing = 2;
  for (const name of ['orders', 'users']) {
    fs.stat(__filename, () => {
      collections[database].push(name);
      missing -= 1;
      if (missing === 0) callback(collections[database].join(' '));
    });
  }
}

const check = (list) => {
  console.log(list);
  assert.strictEqual(list.split(' ').length, 2);
};
update('shop', check);
setTimeout(update, 3, 'shop', check);
