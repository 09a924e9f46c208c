// Immediates that make immediates: timers and I/O come in between.
const end = Date.now() + 200;
setTimeout(() => console.log('in time'), 1);
function again() {
  if (Date.now() < end) setImmediate(again);
}
setImmediate(again);
