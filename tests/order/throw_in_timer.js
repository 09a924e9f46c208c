// A timer that throws, handled: its ticks wait until the next timer of the list has run.
process.on('uncaughtException', (error) => console.log('caught', error.message));
setTimeout(() => {
  process.nextTick(() => console.log('tick of the thrower'));
  Promise.resolve().then(() => console.log('promise of the thrower'));
  throw new Error('timer 1');
}, 1);
setTimeout(() => console.log('timer 2'), 1);
setTimeout(() => {
  throw new Error('timer 3');
}, 1);
setTimeout(() => console.log('timer 4'), 1);
const begin = Date.now();
while (Date.now() - begin < 10);
setImmediate(() => console.log('immediate'));
