// A million timers that fire over one second.
const count = 1_000_000;
const started = performance.now();
let left = count;

function fire() {
  if (--left === 0) console.log(performance.now() - started);
}

for (let i = 0; i < count; i++) setTimeout(fire, 1 + (i % 1000));
