// A microtask that throws goes to the handler; the others still run.
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  process.nextTick(() => console.log('tick of the handler'));
});
queueMicrotask(() => console.log('microtask 1'));
queueMicrotask(() => {
  throw new Error('microtask 2');
});
queueMicrotask(() => console.log('microtask 3'));
Promise.resolve().then(() => console.log('promise'));
