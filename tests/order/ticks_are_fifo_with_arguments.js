// Ticks run in the order they were queued, with the arguments they were given.
process.nextTick((...args) => console.log('first', args), 1);
process.nextTick((...args) => console.log('second', args), 1, 2);
process.nextTick((...args) => console.log('third', args), 1, 2, 3, 4, 5);
process.nextTick((...args) => console.log('fourth', args));
