// Ticks queued by ticks still come before the promise jobs queued long before them.
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => {
  console.log('tick');
  process.nextTick(() => {
    console.log('tick in tick');
    process.nextTick(() => console.log('tick in tick in tick'));
  });
});
