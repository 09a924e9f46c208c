// Values that contain themselves, and values that occur twice without doing so.
'use strict';
const { inspect } = require('node:util');

const self = {};
self.self = self;
const mutual = { name: 'a', other: { name: 'b' } };
mutual.other.other = mutual;
mutual.other.again = mutual.other;
const array = [1];
array.push(array, [array]);
const map = new Map();
map.set(map, map).set('in', { map });
const set = new Set([1]);
set.add(set);
const fn = () => {};
fn.fn = fn;
class Node { constructor() { this.children = [Object.assign(Object.create(Node.prototype), { parent: this })]; } }
const node = new Node();
const promised = {};
promised.promise = Promise.resolve(promised);
const date = Object.assign(new Date(0), {});
date.date = date;
const error = new Error('circular');
error.stack = 'Error: circular\n    at somewhere';
error.error = error;
error.cause = error;
const shared = { shared: true };
const proxied = {};
proxied.proxy = new Proxy(proxied, {});
for (const value of [self, mutual, array, map, set, fn, node, promised, date, error, [shared, shared, { shared }], proxied]) {
  console.log(value);
  for (const options of [{ compact: true }, { compact: false }, { depth: 0 }, { depth: null }, { colors: true }]) console.log(inspect(value, options));
}
