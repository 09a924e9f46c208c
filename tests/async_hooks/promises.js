// Promises that are made, chained and combined, as hooks see them.
// @engine < 2.52
'use strict';
const { lines, here } = require('./fixtures/promise_log');

const print = (text) => lines.push(text);
const p = new Promise((resolve) => {
  print('executor');
  resolve(1);
  resolve(2);
});
const q = p.then((value) => {
  here('reaction');
  return value;
});
q.catch(() => {}).finally(() => here('finally'));
print('resolve');
const r = Promise.resolve(5);
Promise.resolve(r);
print('reject');
Promise.reject(6).catch(() => here('caught'));
print('withResolvers');
Promise.withResolvers().resolve(p);
print('all');
Promise.all([p, 1, r]);
print('race');
Promise.race([p, 1]);
print('allSettled');
Promise.allSettled([p, 1]);
print('any');
Promise.any([p, 1]);
print('try');
Promise.try(() => 1);
print('subclass');
class Sub extends Promise {}
const s = new Sub((resolve) => resolve(1));
s.then(() => here('of subclass'));
Sub.resolve(1);
print(`${p.constructor === Promise} ${s instanceof Sub} ${Promise.prototype.constructor === Promise} ${Promise[Symbol.species] === Promise}`);
setTimeout(() => {
  here('timer');
  new Promise((resolve) => setImmediate(resolve)).then(() => here('after immediate'));
}, 1);
