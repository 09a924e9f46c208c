// A tick that throws goes to the handler; the remaining ticks still run, promise jobs after them.
process.on('uncaughtException', (error) => console.log('caught', error.message));
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => console.log('tick 1'));
process.nextTick(() => {
  throw new Error('tick 2');
});
process.nextTick(() => console.log('tick 3'));
