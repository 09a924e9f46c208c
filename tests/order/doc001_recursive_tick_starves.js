// Document 001, on ticks: recursive ticks keep the loop from its next phase.
let ticks = 0;
setTimeout(() => console.log('timer after', ticks, 'ticks'), 0);
setImmediate(() => console.log('immediate after', ticks, 'ticks'));
const begin = Date.now();
(function again() {
  ticks += 1;
  if (ticks < 5000 || Date.now() - begin < 10) process.nextTick(again);
  else ticks = 'all the';
})();
