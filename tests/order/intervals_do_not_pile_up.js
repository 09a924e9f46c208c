// A callback that takes longer than the interval does not make runs pile up: other timers and
// immediates come in between.
let n = 0;
const order = [];
const interval = setInterval(() => {
  n += 1;
  order.push('interval');
  const begin = Date.now();
  while (Date.now() - begin < 12);
  setImmediate(() => order.push('immediate'));
  if (n === 3) {
    clearInterval(interval);
    setImmediate(() => console.log(order.join(' ')));
  }
}, 3);
