// The same beside another timer of the same duration: are the ticks drained after each timer or after the list?
let count = 0;
function step() {
  count += 1;
  if (count > 4) return;
  console.log('step', count);
  setTimeout(() => console.log('timeout', count), 0);
  process.nextTick(step);
}
setTimeout(step, 2);
setTimeout(() => console.log('other timeout'), 2);
// Both are due at the first look, even if a millisecond began between them.
const begin = Date.now();
while (Date.now() - begin < 10);
