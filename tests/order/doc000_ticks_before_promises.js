// Document 000, sample 1: after the main script all ticks run, then all promise jobs, then timers.
setTimeout(() => console.log('timeout'), 0);
const promise = new Promise((resolve) => {
  console.log('executor');
  resolve();
});
promise.then(() => console.log('promise job'));
process.nextTick(() => console.log('tick'));
console.log('end of script');
