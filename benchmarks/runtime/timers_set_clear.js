// A million timers set and cleared again, none of which fires.
const count = 1_000_000;
const nothing = () => {};

function round() {
  const timers = new Array(count);
  const started = performance.now();
  for (let i = 0; i < count; i++) timers[i] = setTimeout(nothing, 1000 + (i % 1000));
  for (let i = 0; i < count; i++) clearTimeout(timers[i]);
  return performance.now() - started;
}

console.log(round());
