// One tick after the other, each started by the one before.
const count = 2_000_000;
let left = 100_000;
let started = 0;

function step() {
  if (--left > 0) {
    process.nextTick(step);
  } else if (started === 0) {
    left = count;
    started = performance.now();
    process.nextTick(step);
  } else {
    console.log(((performance.now() - started) * 1e6) / count);
  }
}

process.nextTick(step);
