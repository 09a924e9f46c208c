// Ticks that queue ticks: the timer waits until they end, however long it has been due.
let count = 0;
setTimeout(() => console.log('timer'));
(function step() {
  count += 1;
  if (count > 1000) return;
  if (count % 250 === 0) console.log('tick', count);
  process.nextTick(step);
})();
