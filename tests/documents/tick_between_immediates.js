// Two immediates, a tick queued by the first: the era decides whether it runs between them.
setImmediate(() => {
  console.log('immediate 1');
  process.nextTick(() => console.log('tick'));
});
setImmediate(() => console.log('immediate 2'));
