// Ticks do not wait for the loop to turn: those of a callback, and those that these queue, run before the next phase.
setImmediate(() => {
  console.log('immediate');
  setImmediate(() => console.log('next turn'));
  process.nextTick(() => {
    console.log('tick');
    process.nextTick(() => console.log('tick of the tick'));
  });
});
