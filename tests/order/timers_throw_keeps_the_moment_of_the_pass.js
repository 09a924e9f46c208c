// After a timer throws, the pass goes on with the moment it began with: timers started in it that
// are due by then still wait for the immediates.
'use strict';

function spin(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

process.on('uncaughtException', (error) => console.log('caught', error.message));

setTimeout(() => {
  console.log('first');
  setImmediate(() => console.log('immediate'));
  setTimeout(() => console.log('started by the first'), 1);
  spin(5);
  throw new Error('thrown by the first');
}, 1);
