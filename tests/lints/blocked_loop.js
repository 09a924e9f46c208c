// A timer that computes for more than half a second: everything else waits.
function compute() {
  const end = Date.now() + 600;
  while (Date.now() < end);
}
setTimeout(compute, 1);
