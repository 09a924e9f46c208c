// A chain of zero timers and a chain of immediates share the loop: neither starves the other.
let timers = 0;
let immediates = 0;
(function timer() {
  timers += 1;
  if (timers < 5) setTimeout(timer, 0);
})();
(function immediate() {
  immediates += 1;
  if (timers < 5) setImmediate(immediate);
  else console.log('immediates ran meanwhile:', immediates >= 4);
})();
