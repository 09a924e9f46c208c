// finally() waits for what its callback returns, and then passes on what it was called on: the jobs that takes are counted
// against a chain of plain ones. Engines from 2.52 on leave two of them out.
const vm = require('node:vm');

const log = (...words) => console.log(...words);

function beside(name, make) {
  make().then((value) => log(name, 'fulfilled', value), (reason) => log(name, 'rejected', reason));
  let chain = Promise.resolve();
  for (let i = 1; i <= 9; i++) chain = chain.then(() => log(name, i));
  return chain;
}

class Sub extends Promise {}

(async () => {
  await beside('plain', () => Promise.resolve(1).finally(() => 2));
  await beside('rejected', () => Promise.reject(1).finally(() => 2));
  await beside('throws', () => Promise.resolve(1).finally(() => { throw 3; }));
  await beside('returns a promise', () => Promise.resolve(1).finally(() => Promise.resolve()));
  await beside('returns a rejection', () => Promise.resolve(1).finally(() => Promise.reject(4)));
  await beside('no function', () => Promise.resolve(1).finally(5));
  await beside('subclass', () => Sub.resolve(1).finally(() => 2));
  await beside('async function', async () => { try { return await 1; } finally { await 2; } });
  await beside('another context', () => vm.runInNewContext('Promise.resolve(1).finally(() => 2)'));
  log(Sub.resolve().finally(() => {}) instanceof Sub);
  log(Promise.prototype.finally.name, Promise.prototype.finally.length, 'prototype' in Promise.prototype.finally);
  log(Object.getOwnPropertyDescriptor(Promise.prototype, 'finally'));
})();
