// Every 20 ms something is done that takes 40.
let left = 5;
function work() {
  const end = Date.now() + 40;
  while (Date.now() < end);
}
const interval = setInterval(() => {
  work();
  if (--left === 0) clearInterval(interval);
}, 20);
