// Timers with one delay fire in the order of their making, whichever function made them.
// @real-time
setTimeout(() => console.log('first timeout'), 10);
const interval = setInterval(() => {
  console.log('interval');
  clearInterval(interval);
}, 10);
setTimeout(() => console.log('second timeout'), 10);
