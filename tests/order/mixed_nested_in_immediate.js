// From an immediate: ticks, jobs, then timers due, then the next immediates.
setImmediate(() => {
  console.log('immediate');
  setImmediate(() => console.log('next immediate'));
  setTimeout(() => console.log('timeout'), 0);
  Promise.resolve().then(() => {
    console.log('promise');
    process.nextTick(() => console.log('tick from promise'));
  });
  process.nextTick(() => {
    console.log('tick');
    Promise.resolve().then(() => console.log('promise from tick'));
  });
  const begin = Date.now();
  while (Date.now() - begin < 5);
});
