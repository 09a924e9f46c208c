// From one I/O callback: tick, promise, immediate, then the timer.
const fs = require('node:fs');
fs.stat(__filename, (error, stats) => {
  console.log('stat', error, stats.isFile());
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
});
