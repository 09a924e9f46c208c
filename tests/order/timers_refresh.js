// refresh restarts a timer: it goes behind timers set meanwhile, and revives one that has fired.
const order = [];
let fired = 0;
const timer = setTimeout(() => {
  fired += 1;
  order.push(`refreshed ${fired}`);
  if (fired === 1) timer.refresh();
}, 200);
setTimeout(() => {
  order.push('other');
  console.log('same object:', timer.refresh() === timer);
}, 10);
setTimeout(() => order.push('set later, due earlier'), 200);
process.on('exit', () => console.log(order.join(', ')));
