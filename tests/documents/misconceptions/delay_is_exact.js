// A delay is the least that passes: a callback that holds the loop makes the timer late.
const begin = Date.now();
setTimeout(() => {
  while (Date.now() - begin < 40);
}, 5);
setTimeout(() => {
  const late_ms = Date.now() - begin - 10;
  console.log('at least 30 ms late:', late_ms >= 30);
}, 10);
