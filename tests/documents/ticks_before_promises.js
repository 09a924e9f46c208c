// After the main script all ticks run, then all promise jobs, then the loop begins with its timers.
setTimeout(() => console.log('timeout'), 0);
const promise = new Promise((resolve) => {
  console.log('executor');
  resolve();
});
promise.then(() => console.log('promise job'));
process.nextTick(() => console.log('tick'));
console.log('end of script');
