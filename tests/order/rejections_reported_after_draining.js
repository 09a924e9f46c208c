// unhandledRejection comes when ticks and jobs are drained, before the next phase.
process.on('unhandledRejection', (reason, promise) => {
  console.log('unhandled', reason.message, promise instanceof Promise);
  process.nextTick(() => console.log('tick of the listener'));
});
setTimeout(() => console.log('timeout'), 0);
Promise.reject(new Error('reason'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise 1')).then(() => console.log('promise 2'));
