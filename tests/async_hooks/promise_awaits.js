// Async functions and what they await, as hooks see them.
// @engine < 2.52
'use strict';
const { here } = require('./fixtures/promise_log');

const p = Promise.resolve(1);
async function f() {
  here('f1');
  await p;
  here('f2');
  await 5;
  here('f3');
  return 7;
}
async function g() {
  here('g1');
  await f();
  here('g2');
  return p;
}
async function bad() {
  await 1;
  here('bad');
  throw 1;
}
async function careful() {
  try {
    await bad();
  } catch {
    here('catch');
  }
  try {
    await null;
  } finally {
    here('finally');
  }
}
async function nested(n) {
  return n === 0 ? here('innermost') : nested(n - 1);
}
g().then(() => here('g is done'));
careful().then(() => here('careful is done'));
nested(2).then(() => here('nested is done'));
(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  here('after the timer');
  await Promise.all([1, f()]);
  here('after both');
})();
