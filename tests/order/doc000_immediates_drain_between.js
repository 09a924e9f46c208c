// Document 000, sample 4: one immediate, then the ticks it left, then the next immediate.
setImmediate(() => {
  console.log('immediate 1');
  process.nextTick(() => console.log('tick of immediate 1'));
});
setImmediate(() => console.log('immediate 2'));
