// An interval goes on until it is cleared, also from its own callback; timers in between have
// their turn.
let count = 0;
const interval = setInterval(() => {
  console.log('interval', ++count);
  if (count === 3) clearInterval(interval);
}, 20);
setTimeout(() => console.log('after one'), 30);
setTimeout(() => console.log('after two'), 50);
setTimeout(() => console.log('after all'), 90);
