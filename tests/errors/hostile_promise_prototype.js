// then is replaced; await and async functions do not care.
const log = console.log;
Promise.prototype.then = function () {
  throw new Error('then was used');
};
Promise.resolve = Promise.reject = Promise.all = () => {
  throw new Error('static was used');
};
(async () => {
  await null;
  log('after await');
  for await (const n of (async function* () { yield 1; })()) log('got', n);
})();
setTimeout(() => log('timeout'), 20);
