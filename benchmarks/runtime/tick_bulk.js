// A hundred thousand ticks queued at once and run in one go, again and again.
const count = 100_000;
const warm_up = 3;
const rounds = 10;
let total = 0;

function round(number) {
  const started = performance.now();
  let left = count;
  const run = () => {
    if (--left > 0) return;
    if (number > warm_up) total += performance.now() - started;
    if (number < warm_up + rounds) setTimeout(round, 1, number + 1);
    else console.log((total * 1e6) / (count * rounds));
  };
  for (let i = 0; i < count; i++) process.nextTick(run);
}

round(1);
