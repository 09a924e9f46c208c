// Two callbacks of one phase: since Node 11 each is followed by its own ticks and promise jobs.
for (const n of [1, 2]) {
  setImmediate(() => {
    console.log(`immediate ${n}`);
    Promise.resolve().then(() => console.log(`promise ${n}`));
    process.nextTick(() => console.log(`tick ${n}`));
  });
}
