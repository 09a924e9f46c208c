// A throw in an I/O callback, handled: its ticks wait for the next callback, the loop goes on.
process.on('uncaughtException', (error) => console.log('caught', error.message));
require('node:fs').readFile(__filename, () => {
  process.nextTick(() => console.log('tick'));
  setImmediate(() => console.log('immediate'));
  setTimeout(() => console.log('timeout'), 0);
  throw new Error('poll');
});
