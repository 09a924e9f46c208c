// Each request fills a list of its own, which then takes the place of the old one.
'use strict';
const fs = require('node:fs');
const assert = require('node:assert');

const collections = { shop: [] };

function update(database, callback) {
  const list = [];
  let missing = 2;
  for (const name of ['orders', 'users']) {
    fs.stat(__filename, () => {
      list.push(name);
      missing -= 1;
      if (missing === 0) {
        collections[database] = list;
        callback(list.join(' '));
      }
    });
  }
}

const check = (list) => {
  console.log(list.split(' ').sort().join(' '));
  assert.strictEqual(list.split(' ').length, 2);
};
update('shop', check);
setTimeout(update, 3, 'shop', check);
