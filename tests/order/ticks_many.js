// A hundred thousand ticks run in order in one draining.
let expected = 0;
let wrong = 0;
for (let i = 0; i < 100_000; i += 1) {
  process.nextTick((n) => {
    if (n !== expected) wrong += 1;
    expected += 1;
  }, i);
}
Promise.resolve().then(() => console.log('ticks done:', expected, 'out of order:', wrong));
