// If one throws, the rest of the same turn still run; the ticks of the thrower come after the next one.
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  process.nextTick(() => console.log('tick of the handler'));
});
setImmediate(() => console.log('1'));
setImmediate(() => {
  process.nextTick(() => console.log('tick of the thrower'));
  setImmediate(() => console.log('next turn'));
  throw new Error('2');
});
setImmediate(() => console.log('3'));
setImmediate(() => console.log('4'));
