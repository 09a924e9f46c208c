// One immediate after the other, each started by the one before: the cost of a loop iteration.
const count = 300_000;
let left = 20_000;
let started = 0;

function step() {
  if (--left > 0) {
    setImmediate(step);
  } else if (started === 0) {
    left = count;
    started = performance.now();
    setImmediate(step);
  } else {
    console.log(((performance.now() - started) * 1e6) / count);
  }
}

setImmediate(step);
