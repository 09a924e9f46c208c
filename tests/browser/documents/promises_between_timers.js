// Two timers without a delay, each with a promise job.
for (const n of [1, 2]) {
  setTimeout(() => {
    console.log(`timer ${n}`);
    Promise.resolve().then(() => console.log(`promise ${n}`));
  }, 0);
}
// Both are due at the first look, even if a millisecond began between them.
const begin = Date.now();
while (Date.now() - begin < 5);
