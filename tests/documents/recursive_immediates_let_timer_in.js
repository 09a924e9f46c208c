// Immediates that queue immediates: each is a turn of the loop, and the timer gets its turn among them.
let count = 0;
let fired = false;
setTimeout(() => {
  fired = true;
  console.log('timer');
});
(function step() {
  count += 1;
  if (count <= 2) console.log('immediate', count);
  if (!fired || count < 2) setImmediate(step);
})();
