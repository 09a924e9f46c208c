// The next turn is asked for when this one is over.
let left = 5;
function work() {
  const end = Date.now() + 5;
  while (Date.now() < end);
}
function turn() {
  work();
  if (--left > 0) setTimeout(turn, 20);
}
setTimeout(turn, 20);
