// Nor does poll get its turn: the file is long read when the last of the ticks has run.
const begin = Date.now();
let ended = false;
require('fs').stat(__filename, () => console.log('stat; ticks ended:', ended));
(function step() {
  if (Date.now() - begin < 30) return process.nextTick(step);
  ended = true;
  console.log('last tick');
})();
