// Ticks that make ticks: each is short, and the loop never gets its turn.
const end = Date.now() + 600;
setTimeout(() => console.log('late'), 1);
function again() {
  for (let i = 0; i < 20000; i++);
  if (Date.now() < end) process.nextTick(again);
}
process.nextTick(again);
