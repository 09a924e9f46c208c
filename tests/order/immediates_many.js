// A hundred thousand immediates run in order within one turn.
let expected = 0;
let wrong = 0;
for (let i = 0; i < 100_000; i += 1) {
  setImmediate((n) => {
    if (n !== expected) wrong += 1;
    expected += 1;
  }, i);
}
setImmediate(() => console.log('ran', expected, 'out of order', wrong));
