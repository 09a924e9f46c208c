// In one queue the tick, queued first, would run before the second promise job. Ticks have a queue of their own, and its
// turn comes when the promise jobs are done.
Promise.resolve().then(() => {
  console.log('promise 1');
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise 2'));
});
