// Promises in its own order: maps, cancellation, promisified functions, timeouts, resources.
const Promise = require('bluebird');
const fs = require('node:fs');

Promise.config({ cancellation: true, warnings: false });
Promise.resolve().then(() => console.log('bluebird job'));
process.nextTick(() => console.log('tick'));
global.Promise.resolve().then(() => console.log('native job'));
setImmediate(() => console.log('immediate'));
fs.writeFileSync('x.txt', 'content');
const later = (ms, value) => Promise.delay(ms, value);
(async () => {
  await later(20);
  console.log(await Promise.map([3, 1, 2], (n) => later(n, n * 2), { concurrency: 2 }), await Promise.props({ a: later(1, 'x'), b: 2 }));
  console.log(await Promise.promisifyAll(fs).readFileAsync('x.txt', 'utf8'), await Promise.any([Promise.reject(new Error('no')), later(2, 'any')]), await Promise.some([later(3, 1), later(1, 2), later(2, 3)], 2));
  console.log(await later(1000).timeout(5).catch(Promise.TimeoutError, (error) => error.name), await Promise.reduce([1, 2, 3], (a, b) => a + b), await Promise.each([1, 2], (n) => later(1)));
  const cancelled = later(50).finally(() => console.log('cancelled', cancelled.isCancelled()));
  cancelled.cancel();
  console.log(await Promise.using(Promise.resolve('resource').disposer(() => console.log('disposed')), (r) => r + '!'));
  console.log(await Promise.coroutine(function* () { return (yield later(1, 20)) + (yield later(1, 22)); })(), await Promise.mapSeries([1, 2], (n) => n + 1), await Promise.try(() => { throw new TypeError('t'); }).catch({ name: 'TypeError' }, (e) => e.message));
  process.once('unhandledRejection', (reason) => console.log('unhandled', reason.message));
  Promise.reject(new Error('nobody'));
})();
