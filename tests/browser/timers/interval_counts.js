// An interval goes on until it is cleared, also from its own callback; timers in between have
// their turn.
let count = 0;
const interval = setInterval(() => {
  console.log('interval', ++count);
  if (count === 3) clearInterval(interval);
}, 80);
setTimeout(() => console.log('after one'), 120);
setTimeout(() => console.log('after two'), 200);
setTimeout(() => console.log('after all'), 320);
