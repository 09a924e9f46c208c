// Functions that are called for the life of every promise.
// @engine < 2.52
'use strict';
const { promiseHooks } = require('v8');

const lines = [];
const names = new Map();
const name = (promise) => (promise === undefined ? '-' : names.get(promise) ?? names.set(promise, `p${names.size + 1}`).get(promise));
const stop = promiseHooks.createHook({
  init(promise, parent) { lines.push(`init ${name(promise)} of ${name(parent)}`); },
  before(promise) { lines.push(`before ${name(promise)}`); },
  after(promise) { lines.push(`after ${name(promise)}`); },
  settled(promise) { lines.push(`settled ${name(promise)}`); },
});
let settled = 0;
const stopCounting = promiseHooks.onSettled(() => settled++);

const p = Promise.resolve(1);
p.then(() => lines.push('reaction')).finally(() => lines.push('finally'));
(async () => {
  await p;
  lines.push('awaited');
  await new Promise((resolve) => setTimeout(resolve, 1));
  lines.push('again');
})().then(() => {
  stop();
  stopCounting();
  Promise.resolve(2);
});
process.on('exit', () => console.log(lines.join('\n'), settled));

for (const wrong of [undefined, 5, async () => {}]) {
  try {
    promiseHooks.onInit(wrong);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
try {
  promiseHooks.createHook({ after: async () => {} });
} catch (error) {
  console.log(error.message);
}
console.log(require('async_hooks').executionAsyncId(), Object.getOwnPropertySymbols(Promise.resolve()).length);
