// Document 002, snippet 3, second form: the document lets another timer of the same duration run
// before the ticks (true up to Node 10). Since Node 11 the ticks come after each timer.
let count = 0;
function step() {
  count += 1;
  if (count > 20) return;
  console.log('step', count);
  setTimeout(() => console.log('timeout', count), 0);
  process.nextTick(step);
}
setTimeout(step, 2);
setTimeout(() => console.log('other timeout'), 2);
// Both timers are due at the first look, so that no turn of the loop comes between them.
const begin = Date.now();
while (Date.now() - begin < 10);
