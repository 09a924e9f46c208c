// Limits, queues, waterfalls, races, retries, in callbacks and promises.
import async from 'async';

const slow = (value, done) => setTimeout(done, 5 * value, null, value * 10);
let active = 0;
let most = 0;
const limited = await async.mapLimit([3, 1, 2, 4], 2, async (n) => { most = Math.max(most, ++active); await new Promise((resolve) => setTimeout(resolve, n)); active--; return n * 2; });
console.log(limited, most);
console.log(await async.parallel({ a: (done) => slow(2, done), b: (done) => slow(1, done) }));
console.log(await async.waterfall([(done) => done(null, 1, 2), (a, b, done) => done(null, a + b)]));
console.log(await async.auto({ x: (done) => slow(1, done), y: ['x', ({ x }, done) => done(null, x + 1)] }));
let tries = 0;
console.log(await async.retry({ times: 4, interval: 1 }, (done) => ++tries < 3 ? done(new Error('no')) : done(null, tries)));
const order = [];
const queue = async.priorityQueue((task, done) => { order.push(task); setImmediate(done); }, 1);
queue.push('late', 5); queue.push('early', 1); queue.push('middle', 3);
await queue.drain();
console.log(order);
console.log(await async.reduce([1, 2, 3], 0, async (a, b) => a + b), await async.filter([1, 2, 3, 4], async (n) => n % 2 === 0), await async.race([(done) => slow(3, done), (done) => slow(1, done)]));
async.series([(done) => done(new Error('stops')), () => console.log('never')], (error, results) => console.log(error.message, results));
async.timeout((done) => setTimeout(done, 1000).unref(), 10)((error) => console.log(error.code));
